// SPDX-License-Identifier: MIT
//
// Intervals, from the bottom up. A set is bounded by what its columns may hold: that bounds its size, and the
// sum of the integers in it. A set that holds at most one element, as a variable or a field of a variable,
// sums to one of them. Integers that arithmetic yields and that are used as a set need atoms, which may again
// be added, and so on: that is repeated until nothing new comes up, or too much.
#include "cpp/inputs/integers.hpp"

#include <algorithm>
#include <limits>

#include "logic/relational/arithmetic.hpp"

namespace fretsaw::inputs {

namespace {

constexpr std::size_t kMaxAtoms = 4096;
constexpr std::int64_t kMaxInteger = (std::int64_t{1} << 29) - 1;

struct Interval {
  Whole low = 0;
  Whole high = 0;
};

class Analysis {
 public:
  Analysis(const std::map<const Leaf*, Columns>& relations, const std::set<std::int64_t>& yielded,
           IntegerNeeds& needs)
      : relations_(relations), needs_(needs) {
    for (const auto& [leaf, columns] : relations) {
      for (const ColumnAtoms& column : columns) add(everything_, column);
    }
    everything_.integers.insert(yielded.begin(), yielded.end());
  }

  void formula(const Node& node) {
    if (!seen_.insert(&node).second) return;
    switch (node.op) {
      case Op::IntEqual:
      case Op::IntLess:
      case Op::IntLessEqual:
        integer(*node.children[0]);
        integer(*node.children[1]);
        return;
      case Op::In:
      case Op::Equal:
      case Op::Some:
      case Op::One:
      case Op::Lone:
      case Op::No:
        for (const NodePtr& child : node.children) set(*child);
        return;
      default:
        declare(node);
        for (const NodePtr& child : node.children) formula(*child);
    }
  }

 private:
  static void add(ColumnAtoms& to, const ColumnAtoms& from) {
    to.others.insert(from.others.begin(), from.others.end());
    to.integers.insert(from.integers.begin(), from.integers.end());
  }

  void declare(const Node& node) {
    for (const Decl& decl : node.decls) {
      const Columns domain = set(decl.domain.node());
      variables_[decl.variable.leaf()] = domain;
      if (decl.multiplicity == Multiplicity::One || decl.multiplicity == Multiplicity::Lone)
        lone_.insert(decl.variable.leaf());
    }
  }

  // What the columns of an expression may hold.
  const Columns& set(const Node& node) {
    if (const auto known = sets_.find(&node); known != sets_.end()) return known->second;
    return sets_.emplace(&node, columns(node)).first->second;
  }

  Columns columns(const Node& node) {
    switch (node.op) {
      case Op::Relation:
        return relations_.at(node.leaf.get());
      case Op::Variable:
        return variables_.at(node.leaf.get());
      case Op::None:
        return Columns(static_cast<std::size_t>(node.arity));
      case Op::Ints: {
        ColumnAtoms column;
        column.integers = everything_.integers;
        return {column};
      }
      case Op::Univ:
        return {everything_};
      case Op::Iden:
        return {everything_, everything_};
      case Op::ReflexiveClosure:
        set(*node.children[0]);
        return {everything_, everything_};
      case Op::Transpose: {
        Columns result = set(*node.children[0]);
        std::ranges::reverse(result);
        return result;
      }
      case Op::Difference:
      case Op::Intersection: {
        const Columns a = set(*node.children[0]);
        set(*node.children[1]);
        return a;
      }
      case Op::Product: {
        Columns result = set(*node.children[0]);
        const Columns& right = set(*node.children[1]);
        result.insert(result.end(), right.begin(), right.end());
        return result;
      }
      case Op::Join: {
        Columns result = set(*node.children[0]);
        if (node.children[1]->op == Op::ReflexiveClosure) {
          // x.*r holds x and everything reachable from it along r; *r alone would hold everything, the integers of # among it.
          add(result.back(), set(*node.children[1]->children[0])[1]);
          return result;
        }
        const Columns& right = set(*node.children[1]);
        result.pop_back();
        result.insert(result.end(), right.begin() + 1, right.end());
        return result;
      }
      case Op::DomainRestriction:
        set(*node.children[0]);
        return set(*node.children[1]);
      case Op::Union:
      case Op::Override: {
        Columns result = set(*node.children[0]);
        merge(result, set(*node.children[1]));
        return result;
      }
      case Op::IfExpr: {
        formula(*node.children[0]);
        Columns result = set(*node.children[1]);
        merge(result, set(*node.children[2]));
        return result;
      }
      case Op::Comprehension: {
        declare(node);
        formula(*node.children[0]);
        Columns result;
        for (const Decl& decl : node.decls) {
          const Columns& domain = variables_.at(decl.variable.leaf());
          result.insert(result.end(), domain.begin(), domain.end());
        }
        return result;
      }
      case Op::IntToExpr:
        return {yielded(integer(*node.children[0]))};
      default: {  // Closure, RangeRestriction
        Columns result = set(*node.children[0]);
        for (std::size_t i = 1; i < node.children.size(); ++i) set(*node.children[i]);
        if (node.op != Op::Closure) return result;
        Columns both = result;
        add(both[0], result[1]);
        add(both[1], result[0]);
        return both;
      }
    }
  }

  static void merge(Columns& to, const Columns& from) {
    for (std::size_t i = 0; i < to.size(); ++i) add(to[i], from[i]);
  }

  ColumnAtoms yielded(const Interval& values) {
    ColumnAtoms column;
    if (values.high - values.low >= static_cast<Whole>(kMaxAtoms)) {
      needs_.too_many = true;
      return column;
    }
    for (auto value = static_cast<std::int64_t>(values.low); value <= values.high; ++value)
      column.integers.insert(value);
    needs_.atoms.insert(column.integers.begin(), column.integers.end());
    return column;
  }

  Interval integer(const Node& node) {
    if (const auto known = integers_.find(&node); known != integers_.end()) return known->second;
    const Interval value = interval(node);
    if (value.low < -kMaxInteger || value.high > kMaxInteger) {
      needs_.too_many = true;
    } else {
      needs_.smallest = std::min(needs_.smallest, static_cast<std::int64_t>(value.low));
      needs_.largest = std::max(needs_.largest, static_cast<std::int64_t>(value.high));
    }
    const Interval kept{std::max<Whole>(value.low, -kMaxInteger), std::min<Whole>(value.high, kMaxInteger)};
    integers_.emplace(&node, kept);
    return kept;
  }

  Interval interval(const Node& node) {
    switch (node.op) {
      case Op::Constant:
        return {node.constant, node.constant};
      case Op::Count: {
        Whole product = 1;
        for (const ColumnAtoms& column : set(*node.children[0]))
          product = std::min<Whole>(product * static_cast<Whole>(column.size()), kMaxInteger + Whole{1});
        return {0, product};
      }
      case Op::Sum:
        return sum(*node.children[0]);
      case Op::SumOver: {
        declare(node);
        Whole times = 1;
        for (const Decl& decl : node.decls) {
          for (const ColumnAtoms& column : variables_.at(decl.variable.leaf()))
            times = std::min<Whole>(times * static_cast<Whole>(column.size()), kMaxInteger + Whole{1});
        }
        const Interval body = integer(*node.children[0]);
        return {std::min<Whole>(0, times * body.low), std::max<Whole>(0, times * body.high)};
      }
      case Op::IfInt: {
        formula(*node.children[0]);
        const Interval a = integer(*node.children[1]), b = integer(*node.children[2]);
        return {std::min(a.low, b.low), std::max(a.high, b.high)};
      }
      default:
        return arithmetic(node);
    }
  }

  // More than there may be.
  static constexpr Interval kAnywhere{-(kMaxInteger + Whole{1}), kMaxInteger + Whole{1}};

  Interval arithmetic(const Node& node) {
    const Interval a = integer(*node.children[0]);
    const Interval b = node.children.size() > 1 ? integer(*node.children[1]) : Interval{};
    const Whole size = std::max(std::max(-a.low, a.high), std::max(-b.low, b.high));
    switch (node.op) {
      case Op::Plus:
        return {a.low + b.low, a.high + b.high};
      case Op::Minus:
        return {a.low - b.high, a.high - b.low};
      case Op::Times: {
        const auto [low, high] =
            std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
        return {low, high};
      }
      case Op::Negate:
        return {-a.high, -a.low};
      case Op::Divide:
      case Op::Remainder:
        return {-size, size};
      case Op::ShiftLeft:
        if (b.low < 0 || b.high > 40) return kAnywhere;
        return {std::min<Whole>(a.low * (Whole{1} << b.high), 0),
                std::max<Whole>(a.high * (Whole{1} << b.high), 0)};
      default:  // to the right
        if (b.low < 0 || (a.low < 0 && node.op == Op::ShiftRightZero)) return kAnywhere;
        return {std::min<Whole>(a.low, 0), std::max<Whole>(a.high, 0)};
    }
  }

  // A variable, a relation's value for one, or a number.
  bool holds_at_most_one(const Node& node) const {
    if (node.op == Op::Variable) return lone_.contains(node.leaf.get());
    if (node.op == Op::IntToExpr) return true;
    return node.op == Op::Join && node.arity == 1 && node.children[1]->op == Op::Relation &&
           node.children[1]->arity == 2 && holds_at_most_one(*node.children[0]);
  }

  Interval sum(const Node& node) {
    const std::set<std::int64_t>& values = set(node)[0].integers;
    Interval result;
    const bool single = holds_at_most_one(node);
    for (const std::int64_t value : values) {
      if (single) {
        result.low = std::min<Whole>(result.low, value);
        result.high = std::max<Whole>(result.high, value);
      } else {
        (value < 0 ? result.low : result.high) += value;
      }
    }
    return result;
  }

  const std::map<const Leaf*, Columns>& relations_;
  IntegerNeeds& needs_;
  ColumnAtoms everything_;
  std::map<const Leaf*, Columns> variables_;
  std::set<const Leaf*> lone_;
  std::map<const Node*, Columns> sets_;
  std::map<const Node*, Interval> integers_;
  std::set<const Node*> seen_;
};

}  // namespace

IntegerNeeds integer_needs(const std::vector<Formula>& formulas,
                           const std::map<const Leaf*, Columns>& relations) {
  constexpr int kMaxRounds = 8;
  IntegerNeeds needs;
  for (int round = 0; round < kMaxRounds; ++round) {
    const std::set<std::int64_t> before = needs.atoms;
    Analysis analysis(relations, before, needs);
    for (const Formula& formula : formulas) analysis.formula(formula.node());
    if (needs.atoms.size() > kMaxAtoms) needs.too_many = true;
    if (needs.too_many || needs.atoms == before) return needs;
  }
  needs.too_many = true;
  return needs;
}

}  // namespace fretsaw::inputs
