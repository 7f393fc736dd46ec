// SPDX-License-Identifier: MIT
//
// A child is put in parentheses if its level is lower than its place requires. Beyond that:
//
//  - A binder (quantifier, let) may be the last operand of most operators without parentheses, if the whole
//    expression ends there (`last`).
//  - `a => (b => c) else d`: without its parentheses the inner implication would take the else.
//  - Formulas in a block are adjacent, so one that begins with a negative number would be subtracted from the
//    one before it; likewise after `disj`, where Alloy parses the minus as binary.
//  - After `=`, fields like `f = some A, g: B` would begin a quantifier; tests in bounds are therefore put in
//    parentheses.
#include <fmt/format.h>

#include "alloy/syntax/printer.hpp"

namespace fretsaw::alloy {

namespace {

Level tighter(Level level) { return static_cast<Level>(static_cast<int>(level) + 1); }

bool is_open_binder(Op op) { return is_binder(op) && info(op).level == Level::Bind; }

// Quantifiers whose keyword would be read as the right multiplicity of an arrow before it.
bool is_multiplicity_word(Op op) { return op == Op::SomeQ || op == Op::LoneQ || op == Op::OneQ; }

// Whether an else that follows would be taken for one of the expression's own.
bool takes_else(const Expr& expr) {
  const Expr* at = &expr;
  while (at->op == Op::IfElse) at = at->body().get();
  return at->op == Op::Implies;
}

bool begins_with_minus(const Expr& expr) {
  const Expr* at = &expr;
  while (is_binary(at->op) || at->op == Op::IfElse || at->op == Op::Box || at->op == Op::Prime)
    at = at->left().get();
  return at->op == Op::Number && at->number < 0;
}

}  // namespace

std::string quote(const std::string& value) {
  std::string literal = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return literal + '"';
}

void ExprPrinter::new_line() {
  out_ += '\n';
  out_.append(2 * static_cast<std::size_t>(indent_), ' ');
}

void ExprPrinter::print(const Expr& expr, Level required, bool last) {
  const bool fits = is_open_binder(expr.op) ? last : info(expr.op).level >= required;
  if (fits) {
    bare(expr, last);
  } else {
    out_ += '(';
    bare(expr, true);
    out_ += ')';
  }
}

void ExprPrinter::bare(const Expr& expr, bool last) {
  switch (info(expr.op).shape) {
    case OpShape::Leaf:
      leaf(expr);
      return;
    case OpShape::Prefix:
      prefix(expr, last);
      return;
    case OpShape::Postfix:
      print(*expr.child(0), Level::Prime, false);
      out_ += '\'';
      return;
    case OpShape::BinaryLeft:
      if (expr.op == Op::Join) {
        join(expr, last);
      } else {
        chain_of_operators(expr, last);
      }
      return;
    case OpShape::BinaryRight:
      right_associative(expr, last);
      return;
    case OpShape::Binder:
      if (expr.op == Op::Comprehension) {
        comprehension(expr);
      } else {
        binder(expr);
      }
      return;
    case OpShape::List:
      break;
  }
  if (expr.op == Op::IfElse) {
    if_else(expr, last);
  } else if (expr.op == Op::Block) {
    block(expr, false);
  } else {
    call(expr);
  }
}

void ExprPrinter::leaf(const Expr& expr) {
  switch (expr.op) {
    case Op::Name:
      out_ += expr.name;
      return;
    case Op::AtName:
      out_ += '@' + expr.name;
      return;
    case Op::Number:
      out_ += std::to_string(expr.number);
      return;
    case Op::Text:
      out_ += quote(expr.name);
      return;
    default:
      out_ += info(expr.op).spelling;
  }
}

void ExprPrinter::prefix(const Expr& expr, bool last) {
  const OpInfo& op = info(expr.op);
  out_ += op.spelling;
  if (op.level < Level::Count) out_ += ' ';
  const bool is_test = op.level == Level::Compare;
  print(*expr.child(0), is_test ? Level::Shift : op.level, last && !is_test);
}

void ExprPrinter::chain_of_operators(const Expr& expr, bool last) {
  std::vector<const Expr*> spine = {&expr};
  while (spine.back()->left()->op == expr.op) spine.push_back(spine.back()->left().get());
  const OpInfo& op = info(expr.op);
  print(*spine.back()->left(), op.level, false);
  for (std::size_t i = spine.size(); i-- > 0;) {
    fmt::format_to(std::back_inserter(out_), " {} ", op.spelling);
    const bool at_end = i == 0 && last && op.level != Level::Compare;
    print(*spine[i]->right(), tighter(op.level), at_end);
  }
}

void ExprPrinter::right_associative(const Expr& expr, bool last) {
  const OpInfo& op = info(expr.op);
  const Level left_level = expr.op == Op::Sequence ? Level::Or : tighter(op.level);
  print(*expr.left(), left_level, false);
  if (expr.left_mult != Mult::Default)
    fmt::format_to(std::back_inserter(out_), " {}", to_string(expr.left_mult));
  fmt::format_to(std::back_inserter(out_), " {} ", op.spelling);
  if (expr.right_mult != Mult::Default)
    fmt::format_to(std::back_inserter(out_), "{} ", to_string(expr.right_mult));
  const bool would_be_multiplicity = expr.op == Op::Arrow && is_multiplicity_word(expr.right()->op);
  print(*expr.right(), op.level, last && !would_be_multiplicity);
}

void ExprPrinter::if_else(const Expr& expr, bool last) {
  print(*expr.child(0), Level::And, false);
  out_ += " implies ";
  print(*expr.child(1), takes_else(*expr.child(1)) ? Level::And : Level::Implies, false);
  out_ += " else ";
  print(*expr.child(2), Level::Implies, last);
}

void ExprPrinter::join(const Expr& expr, bool last) {
  std::vector<const Expr*> spine = {&expr};
  while (spine.back()->left()->op == Op::Join) spine.push_back(spine.back()->left().get());
  print(*spine.back()->left(), Level::Postfix, false);
  for (std::size_t i = spine.size(); i-- > 0;) {
    out_ += '.';
    print(*spine[i]->right(), Level::Prime, i == 0 && last);
  }
}

// e[a, b] and the built-in calls. Brackets after a built-in call would be more arguments of it.
void ExprPrinter::call(const Expr& expr) {
  const bool is_box = expr.op == Op::Box;
  if (is_box) {
    const Op callee = expr.child(0)->op;
    print(*expr.child(0), callee == Op::Disjoint || callee == Op::TotalOrder ? Level::Base : Level::Postfix,
          false);
  } else {
    out_ += info(expr.op).spelling;
  }
  out_ += '[';
  list(expr.children, is_box ? 1 : 0);
  out_ += ']';
}

void ExprPrinter::list(const std::vector<ExprPtr>& items, std::size_t from) {
  for (std::size_t i = from; i < items.size(); ++i) {
    if (i > from) out_ += ", ";
    expression(*items[i]);
  }
}

void ExprPrinter::binder(const Expr& expr) {
  fmt::format_to(std::back_inserter(out_), "{} ", info(expr.op).spelling);
  for (std::size_t i = 0; i < expr.decls.size(); ++i) {
    if (i > 0) out_ += ", ";
    if (expr.op == Op::Let) {
      out_ += expr.decls[i].names.front().text;
      bound(expr.decls[i], Level::Or);
    } else {
      decl(expr.decls[i]);
    }
  }
  binder_body(*expr.body());
}

void ExprPrinter::comprehension(const Expr& expr) {
  out_ += "{ ";
  for (std::size_t i = 0; i < expr.decls.size(); ++i) {
    if (i > 0) out_ += ", ";
    decl(expr.decls[i]);
  }
  if (expr.body()->op != Op::Block || !expr.body()->children.empty()) binder_body(*expr.body());
  out_ += " }";
}

void ExprPrinter::binder_body(const Expr& body) {
  if (body.op == Op::Block) {
    out_ += ' ';
    block(body, multiline_);
  } else {
    out_ += " | ";
    expression(body);
  }
}

void ExprPrinter::decl(const Decl& decl) {
  if (decl.var) out_ += "var ";
  if (decl.private_field) out_ += "private ";
  if (decl.disjoint) out_ += "disj ";
  for (std::size_t i = 0; i < decl.names.size(); ++i) {
    if (i > 0) out_ += ", ";
    out_ += decl.names[i].text;
  }
  bound(decl, Level::Shift);
}

void ExprPrinter::bound(const Decl& decl, Level required) {
  out_ += decl.mult == Mult::Exactly ? " = " : ": ";
  if (decl.disjoint_bound) out_ += "disj ";
  const bool has_word = decl.mult != Mult::Exactly && decl.mult != Mult::Default;
  if (has_word) fmt::format_to(std::back_inserter(out_), "{} ", to_string(decl.mult));
  const bool is_plain_seq = decl.bound->op == Op::SeqOf && !has_word;
  const bool protect = decl.disjoint_bound && !has_word && begins_with_minus(*decl.bound);
  if (protect) out_ += '(';
  print(*decl.bound, is_plain_seq ? Level::Compare : required, false);
  if (protect) out_ += ')';
}

void ExprPrinter::body(const Expr& expr) { block(expr, multiline_); }

void ExprPrinter::block(const Expr& expr, bool spread) {
  if (expr.children.empty()) {
    out_ += "{}";
    return;
  }
  const bool on_lines = spread || (multiline_ && expr.children.size() > 1);
  out_ += '{';
  ++indent_;
  for (std::size_t i = 0; i < expr.children.size(); ++i) {
    if (on_lines) {
      new_line();
    } else {
      out_ += ' ';
    }
    const bool protect = i > 0 && begins_with_minus(*expr.children[i]);
    if (protect) out_ += '(';
    expression(*expr.children[i]);
    if (protect) out_ += ')';
  }
  --indent_;
  if (on_lines) {
    new_line();
  } else {
    out_ += ' ';
  }
  out_ += '}';
}

}  // namespace fretsaw::alloy
