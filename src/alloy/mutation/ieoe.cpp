// SPDX-License-Identifier: MIT
// IEOE: the branches of an if-else between formulas are exchanged.
#include "alloy/mutation/operators.hpp"

namespace fretsaw::mutation {

Changes ieoe_of_expr(const Site& site) {
  if (site.expr.op != model::Op::IfElse || site.expr.kind != model::Kind::Formula) return {};
  const model::Expr& then = *site.expr.child(1);
  const model::Expr& otherwise = *site.expr.child(2);
  ChangeBuilder change_builder(site.extents);
  change_builder.swap(then, is_loose(site.extents, then), otherwise, is_loose(site.extents, otherwise));
  return {change_builder.finish(site.extents.of(site.expr), "exchange the branches")};
}

}  // namespace fretsaw::mutation
