// SPDX-License-Identifier: MIT
// Random formulas over two relations, as syntax.
#pragma once

#include <fmt/format.h>

#include <random>

#include "alloy/ast.hpp"

namespace fretsaw::mutation {

// Formulas over sig A { r, s: set A }, as syntax.
class RandomFormula {
 public:
  explicit RandomFormula(std::uint32_t seed) : random_(seed) {}

  alloy::ExprPtr formula(int depth) {
    if (depth == 0)
      return alloy::make_unary(pick({alloy::Op::No, alloy::Op::Some, alloy::Op::Lone, alloy::Op::One}),
                               relation(0));
    switch (below(9)) {
      case 0:
        return alloy::make_binary(
            pick({alloy::Op::In, alloy::Op::NotIn, alloy::Op::Equal, alloy::Op::NotEqual}),
            relation(depth - 1), relation(depth - 1));
      case 1:
        return alloy::make_unary(alloy::Op::Not, formula(depth - 1));
      case 2:
        return alloy::make_binary(pick({alloy::Op::Implies, alloy::Op::Iff}), formula(depth - 1),
                                  formula(depth - 1));
      case 3:
        return alloy::make_binary(pick({alloy::Op::And, alloy::Op::Or}), formula(depth - 1),
                                  formula(depth - 1));
      case 4:
        return quantified(depth);
      case 5: {
        alloy::Expr block;
        block.op = alloy::Op::Block;
        for (int i = below(3); i >= 0; --i) block.children.push_back(formula(depth - 1));
        return alloy::make_expr(std::move(block));
      }
      case 6: {
        alloy::Expr choice;
        choice.op = alloy::Op::IfElse;
        for (int i = 0; i < 3; ++i) choice.children.push_back(formula(depth - 1));
        return alloy::make_expr(std::move(choice));
      }
      default:
        return alloy::make_unary(pick({alloy::Op::No, alloy::Op::Some}), relation(depth));
    }
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  alloy::Op pick(std::initializer_list<alloy::Op> ops) {
    return ops.begin()[below(static_cast<int>(ops.size()))];
  }

  alloy::ExprPtr quantified(int depth) {
    alloy::Expr binder;
    binder.op = pick({alloy::Op::All, alloy::Op::NoQ, alloy::Op::LoneQ, alloy::Op::OneQ, alloy::Op::SomeQ});
    alloy::Decl decl;
    decl.names.push_back({fmt::format("v{}", ++variables_), {}});
    decl.bound = alloy::make_binary(alloy::Op::Join, alloy::make_name("A"), relation(depth - 1));
    binder.decls.push_back(decl);
    binder.children.push_back(formula(depth - 1));
    return alloy::make_expr(std::move(binder));
  }

  alloy::ExprPtr relation(int depth) {
    if (depth == 0) return alloy::make_name(below(2) == 0 ? "r" : "s");
    switch (below(3)) {
      case 0:
        return alloy::make_unary(
            pick({alloy::Op::Transpose, alloy::Op::Closure, alloy::Op::ReflexiveClosure}),
            relation(depth - 1));
      case 1:
        return alloy::make_binary(alloy::Op::Join, relation(depth - 1), relation(depth - 1));
      default:
        return alloy::make_binary(
            pick({alloy::Op::Union, alloy::Op::Intersection, alloy::Op::Difference, alloy::Op::Override}),
            relation(depth - 1), relation(depth - 1));
    }
  }

  std::mt19937 random_;
  int variables_ = 0;
};

}  // namespace fretsaw::mutation
