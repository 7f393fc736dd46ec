// SPDX-License-Identifier: MIT
// BOR: binary operators become others of their kind: of sets, comparisons, comparisons of integers,
// connectives.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "alloy/mutation/operators.hpp"

namespace fretsaw::mutation {

namespace {

using model::Op;
using Spelling = std::pair<Op, const char*>;

constexpr std::array<Spelling, 3> kSetOperators{
    {{Op::Union, "+"}, {Op::Intersection, "&"}, {Op::Difference, "-"}}};
constexpr std::array<Spelling, 4> kComparisons{
    {{Op::Equal, "="}, {Op::NotEqual, "!="}, {Op::In, "in"}, {Op::NotIn, "!in"}}};
constexpr std::array<Spelling, 2> kConnectives{{{Op::Implies, "=>"}, {Op::Iff, "<=>"}}};
constexpr std::array<Spelling, 8> kIntegerComparisons{{{Op::Less, "<"},
                                                       {Op::AtMost, "<="},
                                                       {Op::Greater, ">"},
                                                       {Op::AtLeast, ">="},
                                                       {Op::NotLess, "!<"},
                                                       {Op::NotAtMost, "!<="},
                                                       {Op::NotGreater, "!>"},
                                                       {Op::NotAtLeast, "!>="}}};

bool is_test_or_comparison(Op op) { return op >= Op::No && op <= Op::NotEqual; }

// & holds tighter than + and -, and than ++ between them.
void enclose_sets(const Site& site, Op op, ChangeBuilder& change_builder) {
  const bool was_tight = site.expr.op == Op::Intersection, is_tight = op == Op::Intersection;
  if (was_tight == is_tight) return;
  const bool alone = stands_alone(site) || (site.parent != nullptr && is_test_or_comparison(site.parent->op));
  if (was_tight && !alone) change_builder.enclose(site.expr);
  const auto is_weak = [](const model::Expr& operand) {
    return operand.op == Op::Union || operand.op == Op::Difference || operand.op == Op::Override;
  };
  const model::Expr& left = *site.expr.child(0);
  const model::Expr& right = *site.expr.child(1);
  if (is_tight && is_weak(left)) change_builder.enclose(left);
  if (is_tight && (is_weak(right) || right.op == Op::Intersection)) change_builder.enclose(right);
}

void enclose_connectives(const Site& site, ChangeBuilder& change_builder) {
  if (!stands_alone(site)) change_builder.enclose(site.expr);
  const model::Expr& left = *site.expr.child(0);
  const model::Expr& right = *site.expr.child(1);
  if (is_loose(site.extents, left)) change_builder.enclose(left);
  if (is_loose(site.extents, right) && !is_quantifier(right.op) && right.op != Op::Let)
    change_builder.enclose(right);
}

}  // namespace

Changes bor_of_expr(const Site& site) {
  Changes changes;
  const auto others_of = [&](const auto& family) {
    const bool member =
        std::ranges::any_of(family, [&](const Spelling& one) { return one.first == site.expr.op; });
    for (const auto& [op, word] : family) {
      if (!member || op == site.expr.op) continue;
      ChangeBuilder change_builder(site.extents);
      if (site.expr.op == Op::Implies || site.expr.op == Op::Iff) enclose_connectives(site, change_builder);
      if (site.expr.kind == model::Kind::Relation) enclose_sets(site, op, change_builder);
      change_builder.replace(site.expr.pos, word);
      changes.push_back(change_builder.finish(site.extents.of(site.expr),
                                              fmt::format("{} -> {}", site.expr.pos.text(), word)));
    }
  };
  others_of(kSetOperators);
  others_of(kComparisons);
  others_of(kConnectives);
  others_of(kIntegerComparisons);
  return changes;
}

}  // namespace fretsaw::mutation
