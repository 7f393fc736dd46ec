// SPDX-License-Identifier: MIT
#include "alloy/syntax/support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace fretsaw::alloy {

namespace {

// Expressions do not own the text they point into; tests keep all of them.
SourcePtr keep(const std::string& text) {
  static std::vector<SourcePtr> kept;
  kept.push_back(std::make_shared<const Source>("test.als", text));
  return kept.back();
}

std::string describe_error(const Diagnostic& error) {
  const std::string place = fmt::format("{}:{}: ", error.location->line, error.location->column);
  std::string notes;
  for (const Note& note : error.notes) notes += "; note: " + note.message;
  return place + error.message + notes + (error.hint.empty() ? "" : " (" + error.hint + ")");
}

std::string outline(const Decl& decl) {
  std::string text = decl.var ? "var " : "";
  if (decl.private_field) text += "private ";
  if (decl.disjoint) text += "disj ";
  for (const Name& name : decl.names) text += name.text + " ";
  text += ":";
  if (decl.disjoint_bound) text += "disj";
  return fmt::format("[{}{} {}]", text, to_string(decl.mult), outline(*decl.bound));
}

}  // namespace

std::string outline(const Expr& expr) {
  switch (expr.op) {
    case Op::Name:
      return expr.name;
    case Op::AtName:
      return "@" + expr.name;
    case Op::Number:
      return std::to_string(expr.number);
    case Op::Text:
      return '"' + expr.name + '"';
    default:
      break;
  }
  if (is_leaf(expr.op)) return std::string(info(expr.op).spelling);
  std::string head(info(expr.op).spelling);
  if (expr.op == Op::Arrow)
    head = fmt::format("{}->{}", to_string(expr.left_mult), to_string(expr.right_mult));
  if (expr.op == Op::IfElse) head = "if";
  if (expr.op == Op::SomeOf || expr.op == Op::LoneOf || expr.op == Op::OneOf || expr.op == Op::SetOf)
    head += "Of";
  if (expr.op == Op::Comprehension) head = "set";
  std::string text = "(" + head;
  for (const Decl& decl : expr.decls) text += " " + outline(decl);
  for (const ExprPtr& child : expr.children) text += " " + outline(*child);
  return text + ")";
}

Module module_of(const std::string& text) {
  Result<Module> module = parse_module(keep(text));
  if (module) return *std::move(module);
  ADD_FAILURE() << text << "\n" << render(module.error());
  return {};
}

ExprPtr expression_of(const std::string& text) {
  Result<ExprPtr> expr = parse_expression(keep(text));
  if (expr) return *expr;
  ADD_FAILURE() << text << "\n" << render(expr.error());
  return make_name("unparsed");
}

std::string read(const std::string& text) {
  Result<ExprPtr> expr = parse_expression(keep(text));
  return expr ? outline(**expr) : describe_error(expr.error());
}

std::string error_of(const std::string& module_text) {
  const Result<Module> module = parse_module(keep(module_text));
  return module ? "no error" : describe_error(module.error());
}

}  // namespace fretsaw::alloy
