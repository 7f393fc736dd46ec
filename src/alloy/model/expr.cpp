// SPDX-License-Identifier: MIT
#include "alloy/model/expr.hpp"

#include <algorithm>
#include <array>

namespace fretsaw::model {

// Chains lean to the left: the first child is unhooked before its owner dies, one link per turn.
Expr::~Expr() {
  ExprPtr next = children.empty() ? nullptr : std::move(children.front());
  while (next && next.use_count() == 1 && !next->children.empty()) {
    ExprPtr first = std::move(const_cast<Expr&>(*next).children.front());
    next = std::move(first);
  }
}

bool is_quantifier(Op op) { return op >= Op::All && op <= Op::OneQ; }

bool is_temporal(Op op) { return op == Op::Prime || (op >= Op::Always && op <= Op::Triggered); }

bool has_multiplicity(const Expr& expr) {
  if (expr.op == Op::SeqOf) return true;
  if (expr.op != Op::Arrow) return false;
  return expr.left_mult != Mult::Set || expr.right_mult != Mult::Set ||
         std::ranges::any_of(expr.children, [](const ExprPtr& child) { return has_multiplicity(*child); });
}

const char* to_string(Op op) {
  static constexpr std::array kNames = {"sig",
                                        "field",
                                        "variable",
                                        "iden",
                                        "fun/next",
                                        "text",
                                        "number",
                                        "fun/min",
                                        "fun/max",
                                        "Int[]",
                                        "int[]",
                                        "~",
                                        "^",
                                        "*",
                                        "'",
                                        "+",
                                        "-",
                                        "&",
                                        "++",
                                        "->",
                                        "<:",
                                        ":>",
                                        ".",
                                        "#",
                                        "fun/add",
                                        "fun/sub",
                                        "fun/mul",
                                        "fun/div",
                                        "fun/rem",
                                        "<<",
                                        ">>",
                                        ">>>",
                                        "some",
                                        "lone",
                                        "one",
                                        "set",
                                        "seq",
                                        "no",
                                        "some",
                                        "lone",
                                        "one",
                                        "in",
                                        "not in",
                                        "=",
                                        "!=",
                                        "disj",
                                        "pred/totalOrder",
                                        "<",
                                        "!<",
                                        "<=",
                                        "!<=",
                                        ">",
                                        "!>",
                                        ">=",
                                        "!>=",
                                        "not",
                                        "always",
                                        "eventually",
                                        "after",
                                        "before",
                                        "historically",
                                        "once",
                                        "until",
                                        "releases",
                                        "since",
                                        "triggered",
                                        "or",
                                        "and",
                                        "iff",
                                        "implies",
                                        "{}",
                                        "if-else",
                                        "call",
                                        "let",
                                        "all",
                                        "some",
                                        "no",
                                        "lone",
                                        "one",
                                        "sum",
                                        "comprehension"};
  static_assert(kNames.size() == static_cast<std::size_t>(Op::Comprehension) + 1);
  return kNames[static_cast<std::size_t>(op)];
}

}  // namespace fretsaw::model
