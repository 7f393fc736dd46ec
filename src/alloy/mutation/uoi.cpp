// SPDX-License-Identifier: MIT
// UOI: ~, * and ^ are put before a homogeneous relation: a field, a variable, a unary or binary expression
// that does not begin with that operator already.
#include <fmt/format.h>

#include <array>

#include "alloy/mutation/operators.hpp"

namespace fretsaw::mutation {

namespace {

using model::Op;

bool takes_operator(const model::Expr& expr) {
  switch (expr.op) {
    case Op::Field:
    case Op::Variable:
    case Op::Transpose:
    case Op::Closure:
    case Op::ReflexiveClosure:
      return true;
    default:
      return expr.op >= Op::Union && expr.op <= Op::Join;
  }
}

constexpr std::array<std::pair<Op, const char*>, 3> kInserted{
    {{Op::Transpose, "~"}, {Op::ReflexiveClosure, "*"}, {Op::Closure, "^"}}};

}  // namespace

Changes uoi_of_expr(const Site& site) {
  Changes changes;
  if (site.expr.kind != model::Kind::Relation || !takes_operator(site.expr) ||
      !is_homogeneous(site.model, site.expr.type))
    return changes;
  const Span whole = site.extents.of(site.expr);
  for (const auto& [op, word] : kInserted) {
    if (op == site.expr.op) continue;
    const bool unary = site.expr.op >= Op::Transpose && site.expr.op <= Op::ReflexiveClosure;
    ChangeBuilder change_builder(site.extents);
    change_builder.insert(site.extents.enclosed(site.expr).begin, word);
    if (!unary && !is_closed(site.expr)) change_builder.enclose(site.expr);
    changes.push_back(change_builder.finish(whole, fmt::format("insert {}", word)));
  }
  return changes;
}

Changes uoi_of_let_name(const Site& site) {
  Changes changes;
  if (site.expr.op != Op::Let) return changes;
  const model::Variable& name = *site.expr.decls.front().variables.front();
  if (!is_homogeneous(site.model, name.type)) return changes;
  for (const auto& [op, word] : kInserted) {
    ChangeBuilder change_builder(site.extents);
    change_builder.insert(name.span.begin, word);
    changes.push_back(change_builder.finish(name.span, fmt::format("insert {}", word)));
  }
  return changes;
}

}  // namespace fretsaw::mutation
