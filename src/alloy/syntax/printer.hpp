// SPDX-License-Identifier: MIT
// Syntax tree to text. Parsing the text gives the same tree again (same_tree), for every tree a parser can
// produce. Parentheses stand only where they are needed, operators in one spelling each, comments are lost.
#pragma once

#include <string>
#include <vector>

#include "alloy/syntax/ast.hpp"
#include "alloy/syntax/expr.hpp"

namespace fretsaw::alloy {

// A whole module, blocks on several lines.
std::string print(const Module& module);

// One paragraph, without a line end after it.
std::string print(const Paragraph& paragraph);

// One expression or declaration on one line.
std::string print(const Expr& expr);
std::string print(const Decl& decl);

// The part of the printer that knows about precedence.
class ExprPrinter {
 public:
  // Text is added to `out`. If `multiline`, blocks of more than one formula take a line per formula.
  ExprPrinter(std::string& out, bool multiline) : out_(out), multiline_(multiline) {}

  void expression(const Expr& expr) { print(expr, Level::Sequence, true); }

  // Paragraph bodies: the braces on different lines unless the block is empty or not `multiline`.
  void body(const Expr& block);

  void decl(const Decl& decl);

 private:
  // `required`: the weakest level that may stand here without parentheses. `last`: nothing follows that a
  // quantifier or let could swallow, so that these may stand here although their level is lower.
  void print(const Expr& expr, Level required, bool last);
  void bare(const Expr& expr, bool last);
  void leaf(const Expr& expr);
  void prefix(const Expr& expr, bool last);
  void chain_of_operators(const Expr& expr, bool last);
  void right_associative(const Expr& expr, bool last);
  void if_else(const Expr& expr, bool last);
  void join(const Expr& expr, bool last);
  void call(const Expr& expr);
  void binder(const Expr& expr);
  void comprehension(const Expr& expr);
  void binder_body(const Expr& body);
  void bound(const Decl& decl, Level required);
  void block(const Expr& expr, bool spread);
  void list(const std::vector<ExprPtr>& items, std::size_t from);
  void new_line();

  std::string& out_;
  bool multiline_;
  int indent_ = 0;
};

// The literal for a string's value.
std::string quote(const std::string& value);

}  // namespace fretsaw::alloy
