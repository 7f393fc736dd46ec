// SPDX-License-Identifier: MIT
// BOE: the operands of -, in, !in and => are exchanged.
#include <fmt/format.h>

#include "alloy/mutation/operators.hpp"

namespace fretsaw::mutation {

Changes boe_of_expr(const Site& site) {
  using model::Op;
  const Op op = site.expr.op;
  if (op != Op::Difference && op != Op::In && op != Op::NotIn && op != Op::Implies) return {};
  const model::Expr& left = *site.expr.child(0);
  const model::Expr& right = *site.expr.child(1);
  const auto loose = [&](const model::Expr& operand) {
    return is_loose(site.extents, operand) || operand.op == Op::Union || operand.op == Op::Difference;
  };
  ChangeBuilder change_builder(site.extents);
  change_builder.swap(left, op != Op::In && op != Op::NotIn && loose(left), right, loose(right));
  return {change_builder.finish(site.extents.of(site.expr),
                                fmt::format("exchange the operands of {}", site.expr.pos.text()))};
}

}  // namespace fretsaw::mutation
