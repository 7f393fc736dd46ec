// SPDX-License-Identifier: MIT
// Random formulas over two relations, as syntax, and random sigs to go with them.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <random>
#include <string>
#include <vector>

#include "alloy/syntax/printer.hpp"

namespace fretsaw::mutation {

struct RandomFormulaOptions {
  bool callables = true;  // a function f and a predicate h of sets
};

// Formulas over sig A { r, s: set A }, sigs that extend it or are in it, and what can be called. Integers
// have one to four bits.
class RandomFormula {
 public:
  explicit RandomFormula(std::uint32_t seed, const RandomFormulaOptions& options = {}) : random_(seed) {
    width_ = 1 + below(4);
    const bool is_abstract = below(3) == 0;
    std::string children;
    for (int i = below(3); i > 0; --i) {
      const char* const mult = std::vector{"", "lone ", "one "}[static_cast<std::size_t>(below(3))];
      const std::string name = fmt::format("X{}", i);
      children += fmt::format("{}sig {} extends A {{}}\n", mult, name);
      if (*mult == '\0') scopes_.push_back(name);
      sets_.push_back(name);
    }
    declarations_ = fmt::format("{}sig A {{ r, s: set A }}\n{}", is_abstract ? "abstract " : "", children);
    if (below(2) == 0) {
      declarations_ += "sig S in A {}\n";
      sets_.emplace_back("S");
    }
    if (!options.callables) return;
    // What is called is made before what calls it.
    sets_.emplace_back("x");
    const std::string function = alloy::print(*set(1));
    const std::string predicate = alloy::print(*formula(1));
    sets_.pop_back();
    declarations_ +=
        fmt::format("fun f[x: set A]: set A {{ {} }}\npred h[x: set A] {{ {} }}\n", function, predicate);
    callable_ = true;
  }

  // Of the sigs, and of what can be called.
  const std::string& declarations() const { return declarations_; }

  // As after `for`: as many atoms, and of the sigs that extend A perhaps fewer: at most 1, since a mutant may
  // make one `lone`, of which more is an error and not another instance.
  std::string scope(int atoms) {
    std::string text = fmt::format("{} but {} int", atoms, width_);
    for (const std::string& sig : scopes_)
      if (below(2) == 0) text += fmt::format(", {}{} {}", below(3) == 0 ? "exactly " : "", below(2), sig);
    return text;
  }

  alloy::ExprPtr formula(int depth) {
    if (depth == 0) return atomic();
    switch (below(12)) {
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
      case 5:
        return quantified(depth);
      case 6: {
        alloy::Expr block;
        block.op = alloy::Op::Block;
        for (int i = below(3); i >= 0; --i) block.children.push_back(formula(depth - 1));
        return alloy::make_expr(std::move(block));
      }
      case 7: {
        alloy::Expr choice;
        choice.op = alloy::Op::IfElse;
        for (int i = 0; i < 3; ++i) choice.children.push_back(formula(depth - 1));
        return alloy::make_expr(std::move(choice));
      }
      case 8:
        return let(depth);
      case 9:
        return atomic();
      default:
        return alloy::make_unary(pick({alloy::Op::No, alloy::Op::Some}), relation(depth));
    }
  }

 private:
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  alloy::Op pick(std::initializer_list<alloy::Op> ops) {
    return ops.begin()[below(static_cast<int>(ops.size()))];
  }
  alloy::ExprPtr name_of(const std::vector<std::string>& names) {
    return alloy::make_name(names[static_cast<std::size_t>(below(static_cast<int>(names.size())))]);
  }

  alloy::ExprPtr atomic() {
    using alloy::Op;
    switch (below(8)) {
      case 0:
      case 1:
        return alloy::make_unary(pick({Op::No, Op::Some, Op::Lone, Op::One}), set(1));
      case 2: {
        const int end = 1 << (width_ - 1);
        return alloy::make_binary(pick({Op::Less, Op::AtMost, Op::Greater, Op::NotAtLeast}),
                                  alloy::make_unary(Op::Cardinality, below(2) == 0 ? set(1) : relation(0)),
                                  alloy::make_number(below(2 * end) - end));
      }
      case 3:
        return alloy::make_binary(pick({Op::In, Op::NotIn, Op::Equal}), set(1), set(1));
      case 4:
        if (callable_) return call("h");
        [[fallthrough]];
      default:
        return alloy::make_unary(pick({Op::No, Op::Some, Op::Lone, Op::One}), relation(0));
    }
  }

  alloy::ExprPtr call(const char* name) {
    alloy::Expr box;
    box.op = alloy::Op::Box;
    box.children = {alloy::make_name(name), set(1)};
    return alloy::make_expr(std::move(box));
  }

  alloy::ExprPtr quantified(int depth) {
    alloy::Expr binder;
    binder.op = pick({alloy::Op::All, alloy::Op::NoQ, alloy::Op::LoneQ, alloy::Op::OneQ, alloy::Op::SomeQ});
    alloy::Decl decl;
    decl.bound = below(2) == 0
                     ? set(1)
                     : alloy::make_binary(alloy::Op::Join, alloy::make_name("A"), relation(depth - 1));
    return bind(std::move(binder), std::move(decl), sets_, depth);
  }

  // The name of a set or of a relation.
  alloy::ExprPtr let(int depth) {
    alloy::Expr binder;
    binder.op = alloy::Op::Let;
    alloy::Decl decl;
    decl.mult = alloy::Mult::Exactly;
    const bool is_set = below(2) == 0;
    decl.bound = is_set ? set(1) : relation(depth - 1);
    return bind(std::move(binder), std::move(decl), is_set ? sets_ : relations_, depth);
  }

  alloy::ExprPtr bind(alloy::Expr binder, alloy::Decl decl, std::vector<std::string>& names, int depth) {
    decl.names.push_back({fmt::format("v{}", ++variables_), {}});
    names.push_back(decl.names.front().text);
    binder.decls.push_back(std::move(decl));
    binder.children.push_back(formula(depth - 1));
    names.pop_back();
    return alloy::make_expr(std::move(binder));
  }

  alloy::ExprPtr set(int depth) {
    if (depth == 0) return name_of(sets_);
    switch (below(6)) {
      case 0:
        return alloy::make_binary(alloy::Op::Join, set(depth - 1), relation(depth - 1));
      case 1:
        return alloy::make_binary(alloy::Op::Join, relation(depth - 1), set(depth - 1));
      case 2:
        return alloy::make_binary(pick({alloy::Op::Union, alloy::Op::Intersection, alloy::Op::Difference}),
                                  set(depth - 1), set(depth - 1));
      case 3:
        if (callable_ && below(2) == 0) return call("f");
        [[fallthrough]];
      default:
        return set(0);
    }
  }

  alloy::ExprPtr relation(int depth) {
    if (depth == 0) return name_of(relations_);
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
  std::vector<std::string> sets_{"A"}, relations_{"r", "s"};  // names of them, in scope
  std::vector<std::string> scopes_;                           // sigs that take one
  std::string declarations_;
  int width_ = 4;
  int variables_ = 0;
  bool callable_ = false;
};

}  // namespace fretsaw::mutation
