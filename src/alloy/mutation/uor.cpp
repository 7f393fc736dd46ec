// SPDX-License-Identifier: MIT
// UOR: unary operators become others of their kind: multiplicities of declarations, tests of multiplicity,
// closures.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "alloy/mutation/operators.hpp"

namespace fretsaw::mutation {

Changes uor_of_expr(const Site& site) {
  using model::Op;
  constexpr std::array<std::pair<Op, const char*>, 4> kTests{
      {{Op::No, "no"}, {Op::Lone, "lone"}, {Op::One, "one"}, {Op::Some, "some"}}};
  constexpr std::array<std::pair<Op, const char*>, 2> kClosures{
      {{Op::Closure, "^"}, {Op::ReflexiveClosure, "*"}}};
  Changes changes;
  const auto others_of = [&](const auto& family) {
    const bool member =
        std::ranges::any_of(family, [&](const auto& one) { return one.first == site.expr.op; });
    for (const auto& [op, word] : family) {
      if (!member || op == site.expr.op) continue;
      ChangeBuilder change_builder(site.extents);
      change_builder.replace(site.expr.pos, word);
      changes.push_back(change_builder.finish(site.extents.of(site.expr),
                                              fmt::format("{} -> {}", site.expr.pos.text(), word)));
    }
  };
  others_of(kTests);
  others_of(kClosures);
  return changes;
}

Changes uor_of_declaration(const DeclarationSite& site) {
  using alloy::Mult;
  Changes changes;
  const Mult old = site.mult == Mult::Default ? Mult::One : site.mult;
  for (const Mult mult : {Mult::Set, Mult::Lone, Mult::One, Mult::Some}) {
    if (mult == old) continue;
    ChangeBuilder change_builder(site.extents);
    if (site.mult == Mult::Default) {
      change_builder.insert(site.bound.begin, std::string(to_string(mult)) + " ");
    } else {
      change_builder.replace(site.mult_pos, to_string(mult));
    }
    const Span place = site.mult == Mult::Default ? site.bound : cover(site.mult_pos, site.bound);
    changes.push_back(change_builder.finish(place, fmt::format("{} -> {}", to_string(old), to_string(mult))));
  }
  return changes;
}

}  // namespace fretsaw::mutation
