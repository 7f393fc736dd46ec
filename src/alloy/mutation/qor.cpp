// SPDX-License-Identifier: MIT
// QOR: a quantifier becomes each of the others.
#include <fmt/format.h>

#include <array>

#include "alloy/mutation/operators.hpp"

namespace fretsaw::mutation {

Changes qor_of_expr(const Site& site) {
  using model::Op;
  constexpr std::array<std::pair<Op, const char*>, 5> kQuantifiers{
      {{Op::All, "all"}, {Op::NoQ, "no"}, {Op::LoneQ, "lone"}, {Op::OneQ, "one"}, {Op::SomeQ, "some"}}};
  Changes changes;
  if (!is_quantifier(site.expr.op)) return changes;
  const std::string old(site.expr.pos.text());
  for (const auto& [op, word] : kQuantifiers) {
    if (op == site.expr.op) continue;
    ChangeBuilder change_builder(site.extents);
    change_builder.replace(site.expr.pos, word);
    changes.push_back(change_builder.finish(site.extents.of(site.expr), fmt::format("{} -> {}", old, word)));
  }
  return changes;
}

}  // namespace fretsaw::mutation
