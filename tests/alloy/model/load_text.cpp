// SPDX-License-Identifier: MIT
#include "alloy/model/load_text.hpp"

namespace fretsaw::model {

namespace {

std::string show_decl(const Decl& decl, const Model& model) {
  std::string out;
  for (const VariablePtr& variable : decl.variables) out += (out.empty() ? "" : ",") + variable->name;
  return (decl.disjoint ? "disj " : "") + out + ": " + alloy::to_string(decl.mult) + " " +
         show(*decl.bound, model);
}

std::string leaf(const Expr& expr, const Model& model) {
  switch (expr.op) {
    case Op::Sig:
      return model.sig(expr.sig).name;
    case Op::Field:
      return model.sig(model.field(expr.field).owner).name + "." + model.field(expr.field).name;
    case Op::Variable:
      return expr.variable->name;
    case Op::Number:
      return std::to_string(expr.number);
    case Op::Text:
      return '"' + expr.text.get() + '"';
    case Op::Block:
      return "true";
    case Op::Call:
      return model.function(expr.function).name;
    default:
      return to_string(expr.op);
  }
}

}  // namespace

std::string show(const Expr& expr, const Model& model) {
  if (expr.op == Op::Block && expr.children.size() == 1) return show(*expr.child(0), model);
  if (expr.children.empty()) return leaf(expr, model);
  std::string head = expr.op == Op::Call ? leaf(expr, model) : to_string(expr.op);
  if (expr.op == Op::Arrow && has_multiplicity(expr)) {
    head = std::string(alloy::to_string(expr.left_mult)) + "->" + alloy::to_string(expr.right_mult);
  }
  std::string out = "(" + head;
  for (const Decl& decl : expr.decls) out += " [" + show_decl(decl, model) + "]";
  for (const ExprPtr& child : expr.children) out += " " + show(*child, model);
  return out + ")";
}

}  // namespace fretsaw::model
