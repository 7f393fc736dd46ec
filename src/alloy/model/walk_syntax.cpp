// SPDX-License-Identifier: MIT
#include "alloy/model/walk_syntax.hpp"

namespace fretsaw::model {

namespace {

void visit_decls(const std::vector<alloy::Decl>& decls, const ExprVisitor& visit) {
  for (const alloy::Decl& decl : decls) for_each_expr(decl.bound, visit);
}

}  // namespace

// The first child is followed in a loop: chains of operators lean to the left and may be long.
void for_each_expr(const alloy::ExprPtr& expr, const ExprVisitor& visit) {
  for (const alloy::Expr* at = expr.get(); at;) {
    visit(*at);
    visit_decls(at->decls, visit);
    for (std::size_t i = 1; i < at->children.size(); ++i) for_each_expr(at->children[i], visit);
    at = at->children.empty() ? nullptr : at->children.front().get();
  }
}

void for_each_expr(const alloy::Paragraph& paragraph, const ExprVisitor& visit) {
  if (const auto* sig = std::get_if<alloy::Sig>(&paragraph)) {
    visit_decls(sig->fields, visit);
    for_each_expr(sig->fact, visit);
  } else if (const auto* fact = std::get_if<alloy::Fact>(&paragraph)) {
    for_each_expr(fact->body, visit);
  } else if (const auto* assertion = std::get_if<alloy::Assert>(&paragraph)) {
    for_each_expr(assertion->body, visit);
  } else if (const auto* function = std::get_if<alloy::Function>(&paragraph)) {
    visit_decls(function->parameters, visit);
    for_each_expr(function->result, visit);
    for_each_expr(function->body, visit);
  } else if (const auto* macro = std::get_if<alloy::Macro>(&paragraph)) {
    for_each_expr(macro->body, visit);
  } else if (const auto* command = std::get_if<alloy::Command>(&paragraph)) {
    for_each_expr(command->body, visit);
  }
}

void for_each_expr(const alloy::Module& module, const ExprVisitor& visit) {
  for (const alloy::Paragraph& paragraph : module.paragraphs) for_each_expr(paragraph, visit);
}

}  // namespace fretsaw::model
