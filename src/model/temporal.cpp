// SPDX-License-Identifier: MIT
#include "model/temporal.hpp"

#include <fmt/format.h>

#include "model/walk_syntax.hpp"

namespace fretsaw::model {

namespace {

Diagnostic refuse(const Span& span, std::string_view construct) {
  return error_at(
      span, ErrorClass::Syntax,
      fmt::format("'{}' belongs to Alloy's temporal language, which is not supported yet", construct),
      "model the steps explicitly, for instance with util/ordering");
}

// The construct that stands first in the text.
class First {
 public:
  void note(const Span& span, std::string_view construct) {
    if (found_ && found_->first.begin <= span.begin) return;
    found_.emplace(span, construct);
  }
  void note(const alloy::Expr& expr) {
    if (alloy::is_temporal(expr.op)) note(expr.pos, alloy::info(expr.op).spelling);
    for (const alloy::Decl& decl : expr.decls) note(decl);
  }
  void note(const alloy::Decl& decl) {
    if (decl.var) note(*decl.var, "var");
  }
  std::optional<Diagnostic> result() const {
    if (!found_) return std::nullopt;
    return refuse(found_->first, found_->second);
  }

 private:
  std::optional<std::pair<Span, std::string_view>> found_;
};

}  // namespace

std::optional<Diagnostic> find_temporal(const alloy::Command& command) {
  First first;
  for_each_expr(command.body, [&](const alloy::Expr& expr) { first.note(expr); });
  return first.result();
}

std::optional<Diagnostic> find_temporal(const alloy::Module& module) {
  First first;
  for (const alloy::Paragraph& paragraph : module.paragraphs) {
    if (std::holds_alternative<alloy::Command>(paragraph)) continue;
    if (const auto* sig = std::get_if<alloy::Sig>(&paragraph)) {
      if (sig->var) first.note(*sig->var, "var");
      for (const alloy::Decl& decl : sig->fields) first.note(decl);
    }
    for_each_expr(paragraph, [&](const alloy::Expr& expr) { first.note(expr); });
  }
  return first.result();
}

}  // namespace fretsaw::model
