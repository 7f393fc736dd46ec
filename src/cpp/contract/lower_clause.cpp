// SPDX-License-Identifier: MIT
#include "cpp/contract/lower_clause.hpp"

#include <fmt/format.h>

#include <set>

#include "alloy/lowering/expr_lowerer.hpp"

namespace fretsaw::contract {

namespace {

class WidthSearch {
 public:
  explicit WidthSearch(const model::Model& model) : model_(model) {}

  // Finds expressions that require a bit width.
  const Span* find(const model::Expr& expr) {
    if (expr.op == model::Op::IntMin || expr.op == model::Op::IntMax || expr.op == model::Op::IntNext)
      return &expr.span;
    if (expr.op == model::Op::Call && seen_.insert(expr.function).second) {
      const model::ExprPtr& body = model_.function(expr.function).body;
      if (body && find(*body) != nullptr) {
        widthy_.insert(expr.function);
      }
    }
    if (expr.op == model::Op::Call && widthy_.contains(expr.function)) return &expr.span;
    for (const model::ExprPtr& child : expr.children) {
      if (const Span* place = find(*child)) return place;
    }
    for (const model::Decl& decl : expr.decls) {
      if (const Span* place = find(*decl.bound)) return place;
    }
    return nullptr;
  }

 private:
  const model::Model& model_;
  std::set<model::FunctionId> seen_;
  std::set<model::FunctionId> widthy_;
};

}  // namespace

lowering::LoweringContext empty_context(const Theory& theory) {
  lowering::LoweringContext frame;
  const model::Model& model = *theory.model;
  frame.model = &model;
  for (const model::Sig& sig : model.sigs) {
    (void)sig;
    frame.sigs.push_back(frame.terms(none()));
    frame.sig_lower.emplace_back(1);
    frame.sig_upper.emplace_back(1);
  }
  frame.sigs[model::index(model::kUniv)] = frame.terms(univ());
  for (const model::Field& field : model.fields) {
    frame.fields.push_back(frame.terms(none(field.type.arity())));
    frame.field_upper.emplace_back();
  }
  frame.univ_is_everything = true;
  return frame;
}

Status check_integers(const Theory& theory, std::size_t clause) {
  const model::Function& predicate = theory.model->function(theory.clauses[clause].predicate);
  const Span* place = WidthSearch(*theory.model).find(*predicate.body);
  if (place == nullptr) return Success{};
  return error_at(*place, ErrorClass::Type,
                  fmt::format("'{}' is not supported in a contract: integers are not bounded", place->text()),
                  "use plus, minus and numbers");
}

Result<Formula> lower_clause(const Theory& theory, std::size_t clause, lowering::LoweringContext& frame,
                             const std::vector<Expr>& values) {
  const TheoryClause& made = theory.clauses[clause];
  Budget no_limit;
  lowering::ExprLowerer lowerer(frame, "", no_limit);
  for (std::size_t i = 0; i < values.size(); ++i)
    lowerer.bind(*made.variables[i].variable, frame.terms(values[i]).pointer());
  const Formula formula = lowerer.formula(*theory.model->function(made.predicate).body);
  if (lowerer.error()) return *lowerer.error();
  return formula;
}

std::vector<NodePtr> lower_parts(const Theory& theory, std::size_t clause, lowering::LoweringContext& frame,
                                 const std::vector<Expr>& values,
                                 const std::vector<const model::Expr*>& parts) {
  const TheoryClause& made = theory.clauses[clause];
  Budget no_limit;
  lowering::ExprLowerer lowerer(frame, "", no_limit);
  for (std::size_t i = 0; i < values.size(); ++i)
    lowerer.bind(*made.variables[i].variable, frame.terms(values[i]).pointer());
  std::vector<NodePtr> nodes;
  for (const model::Expr* part : parts) nodes.push_back(lowerer.value(*part));
  return nodes;
}

}  // namespace fretsaw::contract
