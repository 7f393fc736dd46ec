// SPDX-License-Identifier: MIT
// UOD: *, ^, ~ of a homogeneous relation, or a negation is deleted.
#include <fmt/format.h>

#include "alloy/mutation/operators.hpp"

namespace fretsaw::mutation {

Changes uod_of_expr(const Site& site) {
  using model::Op;
  const Op op = site.expr.op;
  const bool closure = op == Op::Closure || op == Op::ReflexiveClosure;
  const bool transpose = op == Op::Transpose && is_homogeneous(site.model, site.expr.type);
  if (!closure && !transpose && op != Op::Not) return {};
  const model::Expr& operand = *site.expr.child(0);
  Span deleted = site.expr.pos;
  deleted.end = site.extents.enclosed(operand).begin;  // with the blanks after it
  ChangeBuilder change_builder(site.extents);
  change_builder.remove(deleted);
  return {change_builder.finish(site.extents.of(site.expr), fmt::format("delete {}", site.expr.pos.text()))};
}

}  // namespace fretsaw::mutation
