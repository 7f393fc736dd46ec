// SPDX-License-Identifier: MIT
// Exact integers: against a naive evaluation over a universe that holds more integers than the instance has.
// Terms that depends_on_all_integers() lets pass must not notice.
#include "logic/relational/exact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <set>

#include "logic/relational/check.hpp"

namespace fretsaw {
namespace {

// An atom of the naive evaluation.
struct Thing {
  bool is_integer = false;
  Whole value = 0;
  friend auto operator<=>(const Thing&, const Thing&) = default;
};
using Row = std::vector<Thing>;
using Rows = std::set<Row>;

// Sets of rows, evaluated by what the operators mean.
class Naive {
 public:
  Naive(std::set<Thing> universe, std::map<const Leaf*, Rows> relations)
      : universe_(std::move(universe)), values_(std::move(relations)) {}

  bool no_number = false;
  std::set<Thing> produced;  // by arithmetic: the universe must have these as well

  Rows set(const Node& n) {
    const auto child = [&](std::size_t i) { return set(*n.children[i]); };
    switch (n.op) {
      case Op::Relation:
      case Op::Variable:
        return values_.at(n.leaf.get());
      case Op::None:
        return {};
      case Op::Univ:
        return all();
      case Op::Ints:
        return filtered(all(), [](const Row& r) { return r[0].is_integer; });
      case Op::Iden:
        return identity();
      case Op::Union: {
        Rows result;
        for (const NodePtr& each : n.children) result = united(std::move(result), set(*each));
        return result;
      }
      case Op::Intersection: {
        const Rows b = child(1);
        return filtered(child(0), [&](const Row& r) { return b.contains(r); });
      }
      case Op::Difference: {
        const Rows b = child(1);
        return filtered(child(0), [&](const Row& r) { return !b.contains(r); });
      }
      case Op::Override: {
        const Rows b = child(1);
        std::set<Thing> domain;
        for (const Row& r : b) domain.insert(r[0]);
        return united(b, filtered(child(0), [&](const Row& r) { return !domain.contains(r[0]); }));
      }
      case Op::Product: {
        Rows result;
        const Rows b = child(1);
        for (const Row& x : child(0)) {
          for (const Row& y : b) {
            Row row = x;
            row.insert(row.end(), y.begin(), y.end());
            result.insert(row);
          }
        }
        return result;
      }
      case Op::Join:
        return joined(child(0), child(1));
      case Op::DomainRestriction: {
        const Rows s = child(0);
        return filtered(child(1), [&](const Row& r) { return s.contains({r.front()}); });
      }
      case Op::RangeRestriction: {
        const Rows s = child(1);
        return filtered(child(0), [&](const Row& r) { return s.contains({r.back()}); });
      }
      case Op::Transpose: {
        Rows result;
        for (const Row& r : child(0)) result.insert({r[1], r[0]});
        return result;
      }
      case Op::Closure:
        return closed(child(0));
      case Op::ReflexiveClosure:
        return united(closed(child(0)), identity());
      case Op::Comprehension: {
        Rows result;
        bind(n, 0, {}, [&](const Row& row) {
          if (truth(*n.children[0])) result.insert(row);
        });
        return result;
      }
      case Op::IfExpr:
        return truth(*n.children[0]) ? child(1) : child(2);
      default: {  // IntToExpr
        const Whole value = number(*n.children[0]);
        produced.insert({true, value});
        return no_number ? Rows{} : Rows{{{true, value}}};
      }
    }
  }

  Whole number(const Node& n) {
    Whole result = 0;
    switch (n.op) {
      case Op::Constant:
        return n.constant;
      case Op::Count:
        return static_cast<Whole>(set(*n.children[0]).size());
      case Op::Sum:
        for (const Row& r : set(*n.children[0]))
          no_number |= r[0].is_integer && __builtin_add_overflow(result, r[0].value, &result);
        return result;
      default:
        break;
    }
    const Whole a = number(*n.children[0]);
    const Whole b = number(*n.children[1]);
    const bool beyond = n.op == Op::Plus    ? __builtin_add_overflow(a, b, &result)
                        : n.op == Op::Minus ? __builtin_sub_overflow(a, b, &result)
                                            : __builtin_mul_overflow(a, b, &result);
    no_number |= beyond;
    return result;
  }

  bool truth(const Node& n) {
    const auto child = [&](std::size_t i) { return truth(*n.children[i]); };
    const auto size = [&] { return set(*n.children[0]).size(); };
    switch (n.op) {
      case Op::In: {
        const Rows b = set(*n.children[1]);
        for (const Row& r : set(*n.children[0])) {
          if (!b.contains(r)) return false;
        }
        return true;
      }
      case Op::Equal:
        return set(*n.children[0]) == set(*n.children[1]);
      case Op::Some:
        return size() > 0;
      case Op::No:
        return size() == 0;
      case Op::One:
        return size() == 1;
      case Op::Lone:
        return size() <= 1;
      case Op::IntEqual:
        return number(*n.children[0]) == number(*n.children[1]);
      case Op::IntLess:
        return number(*n.children[0]) < number(*n.children[1]);
      case Op::Not:
        return !child(0);
      case Op::And:
        return std::ranges::all_of(n.children, [&](const NodePtr& each) { return truth(*each); });
      default: {  // All, Exists
        bool every = true, any = false;
        bind(n, 0, {}, [&](const Row&) {
          const bool holds = truth(*n.children[0]);
          every &= holds;
          any |= holds;
        });
        return n.op == Op::All ? every : any;
      }
    }
  }

 private:
  Rows all() const {
    Rows result;
    for (const Thing& t : universe_) result.insert({t});
    return result;
  }
  Rows identity() const {
    Rows result;
    for (const Thing& t : universe_) result.insert({t, t});
    return result;
  }
  static Rows united(Rows a, const Rows& b) {
    a.insert(b.begin(), b.end());
    return a;
  }
  static Rows filtered(const Rows& from, const std::function<bool(const Row&)>& keep) {
    Rows result;
    for (const Row& r : from) {
      if (keep(r)) result.insert(r);
    }
    return result;
  }
  static Rows joined(const Rows& a, const Rows& b) {
    Rows result;
    for (const Row& x : a) {
      for (const Row& y : b) {
        if (x.back() != y.front()) continue;
        Row row(x.begin(), x.end() - 1);
        row.insert(row.end(), y.begin() + 1, y.end());
        result.insert(row);
      }
    }
    return result;
  }
  static Rows closed(Rows r) {
    for (;;) {
      Rows more = united(r, joined(r, r));
      if (more == r) return r;
      r = std::move(more);
    }
  }
  void bind(const Node& n, std::size_t decl, const Row& so_far, const std::function<void(const Row&)>& body) {
    if (decl == n.decls.size()) return body(so_far);
    for (const Row& r : set(n.decls[decl].domain.node())) {
      values_[n.decls[decl].variable.leaf()] = {r};
      Row row = so_far;
      row.insert(row.end(), r.begin(), r.end());
      bind(n, decl + 1, row, body);
    }
  }

  std::set<Thing> universe_;
  std::map<const Leaf*, Rows> values_;
};

// Terms over two sets (of objects and of integers), a pointer and an integer field.
class RandomTerms {
 public:
  explicit RandomTerms(unsigned seed) : random_(seed) {}

  Relation objects{"objects", 1}, numbers{"numbers", 1}, next{"next", 2}, key{"key", 2};

  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  Expr unary(int depth) {
    if (depth == 0) {
      switch (pick(7)) {
        case 0:
          return objects;
        case 1:
          return univ();
        case 2:
          return ints();
        case 3:
          if (!variables_.empty())
            return variables_[static_cast<std::size_t>(pick(static_cast<int>(variables_.size())))];
          return numbers;
        default:
          return numbers;
      }
    }
    switch (pick(8)) {
      case 0:
        return unary(depth - 1) + unary(depth - 1);
      case 1:
        return unary(depth - 1) - unary(depth - 1);
      case 2:
        return unary(depth - 1) & unary(depth - 1);
      case 3:
        return to_expr(integer(depth - 1));
      case 4: {
        const Variable x("x");
        const Expr domain = unary(depth - 1);
        variables_.push_back(x);
        const Formula body = formula(depth - 1);
        variables_.pop_back();
        return comprehension({{x, domain}}, body);
      }
      case 5:
        return join(binary(depth - 1), unary(depth - 1));
      default:
        return join(unary(depth - 1), binary(depth - 1));
    }
  }

  Expr binary(int depth) {
    if (depth == 0) return pick(3) == 0 ? iden() : pick(2) == 0 ? Expr(next) : Expr(key);
    switch (pick(10)) {
      case 0:
        return binary(depth - 1) + binary(depth - 1);
      case 1:
        return binary(depth - 1) - binary(depth - 1);
      case 2:
        return binary(depth - 1) & binary(depth - 1);
      case 3:
        return product(unary(depth - 1), unary(depth - 1));
      case 4:
        return reflexive_closure(binary(depth - 1));
      case 5:
        return closure(binary(depth - 1));
      case 6:
        return transpose(binary(depth - 1));
      case 7:
        return override_with(binary(depth - 1), binary(depth - 1));
      case 8:
        return domain_restriction(unary(depth - 1), binary(depth - 1));
      default:
        return range_restriction(binary(depth - 1), unary(depth - 1));
    }
  }

  IntExpr integer(int depth) {
    switch (depth == 0 ? 0 : pick(5)) {
      case 0:
        return pick(2) == 0 ? IntExpr(pick(4)) : sum(numbers);
      case 1:
        return count(unary(depth - 1));
      case 2:
        return sum(unary(depth - 1));
      case 3:
        return integer(depth - 1) + integer(depth - 1);
      default:
        return pick(2) == 0 ? integer(depth - 1) - integer(depth - 1)
                            : integer(depth - 1) * integer(depth - 1);
    }
  }

  Formula formula(int depth) {
    const int inner = std::max(0, depth - 1);
    switch (pick(depth == 0 ? 5 : 9)) {
      case 0:
        return in(unary(inner), unary(inner));
      case 1:
        return equal(binary(inner), binary(inner));
      case 2:
        return some(unary(inner));
      case 3:
        return less(integer(inner), integer(inner));
      case 4:
        return equal(unary(inner), unary(inner));
      case 5:
        return !formula(depth - 1);
      case 6:
        return formula(depth - 1) && formula(depth - 1);
      case 7:
        return lone(binary(depth - 1));
      default: {
        const Variable x("x");
        const Expr domain = unary(depth - 1);
        variables_.push_back(x);
        const Formula body = formula(depth - 1);
        variables_.pop_back();
        return pick(2) == 0 ? all({{x, domain}}, body) : exists({{x, domain}}, body);
      }
    }
  }

  std::mt19937& random() { return random_; }

 private:
  std::mt19937 random_;
  std::vector<Expr> variables_;
};

TEST(ExactIntegers, AreThoseOfAUniverseWithMoreIntegers) {
  int exact = 0, refused = 0;
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    RandomTerms terms(seed);
    const Formula formula = terms.formula(3);
    if (depends_on_all_integers(formula.node()) != nullptr) {
      ++refused;
      continue;
    }
    ++exact;
    Problem problem;
    problem.integers.overflow = Overflow::Exact;
    std::vector<std::string> names(64);
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::to_string(i);
    problem.universe = Universe(names);
    for (const Relation& r : {terms.objects, terms.numbers, terms.next, terms.key})
      problem.bounds.push_back({r, TupleSet(r.arity()), TupleSet(r.arity())});
    ASSERT_TRUE(check(problem).ok());
    ExactEvaluator evaluator(problem, {formula.pointer()}, 0);
    for (int instance = 0; instance < 3; ++instance) {
      static constexpr std::int64_t kLimits[] = {
          std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min(), 0, 1, 2, -1, 3};
      evaluator.begin();
      std::set<Thing> universe;
      std::map<const Leaf*, Rows> values;
      for (const Relation& r : {terms.objects, terms.numbers, terms.next, terms.key}) values[r.leaf()] = {};
      std::vector<Atom> atoms;
      for (int i = 0; i < 3; ++i) {
        atoms.push_back(*evaluator.object());
        universe.insert({false, i});
        values[terms.objects.leaf()].insert({{false, i}});
        evaluator.insert(0, {atoms.back()});
      }
      const auto some_integer = [&] { return kLimits[terms.pick(7)]; };
      for (int i = terms.pick(3); i >= 0; --i) {
        const std::int64_t value = some_integer();
        universe.insert({true, value});
        values[terms.numbers.leaf()].insert({{true, value}});
        evaluator.insert(1, {*evaluator.integer(value)});
      }
      for (int i = 0; i < 3; ++i) {
        if (terms.pick(3) > 0) {
          const int to = terms.pick(3);
          values[terms.next.leaf()].insert({{false, i}, {false, to}});
          evaluator.insert(2, {atoms[static_cast<std::size_t>(i)], atoms[static_cast<std::size_t>(to)]});
        }
        const std::int64_t value = some_integer();
        universe.insert({true, value});
        values[terms.key.leaf()].insert({{false, i}, {true, value}});
        evaluator.insert(3, {atoms[static_cast<std::size_t>(i)], *evaluator.integer(value)});
      }
      // Some that nothing mentions, and all that small arithmetic may come to.
      for (int i = -12; i <= 12; ++i) universe.insert({true, i});
      universe.insert({true, 1'000'000'007});
      bool expected = false, settled = false, no_number = false;
      for (int round = 0; round < 5 && !settled; ++round) {
        Naive naive(universe, values);
        expected = naive.truth(formula.node());
        no_number = naive.no_number;
        const std::size_t before = universe.size();
        universe.insert(naive.produced.begin(), naive.produced.end());
        settled = universe.size() == before;
      }
      const Truth answer = evaluator.truth(0);
      if (answer == Truth::TooLarge) {
        EXPECT_NE(evaluator.failure(), ExactEvaluator::EvaluationFailure::None);
        continue;
      }
      if (no_number || !settled) continue;  // it looked at more than it had to
      ASSERT_EQ(answer == Truth::True, expected) << "seed " << seed << ": " << to_string(formula.node(), 500);
    }
  }
  EXPECT_GT(exact, 300);
  EXPECT_GT(refused, 300);
}

// A universe that arithmetic leaves is one the naive evaluation does not have; these are by hand.
TEST(ExactIntegers, DoNotWrap) {
  const Relation numbers("numbers", 1);
  Problem problem;
  problem.integers.overflow = Overflow::Exact;
  problem.universe = Universe({"0", "1", "2", "3", "4", "5", "6", "7"});
  problem.bounds = {{numbers, TupleSet(1), TupleSet(1)}};
  const IntExpr total = sum(numbers);
  ExactEvaluator evaluator(
      problem,
      {(total + total).pointer(), (total * total).pointer(), less(total, total + IntExpr(1)).pointer(),
       in(to_expr(total + IntExpr(1)), numbers).pointer(), (total * total * total).pointer(),
       (total / IntExpr(0)).pointer(), to_expr(total + IntExpr(1)).pointer()},
      0);
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  evaluator.begin();
  evaluator.insert(0, {*evaluator.integer(largest)});
  EXPECT_EQ(to_string(evaluator.number(0)), "18446744073709551614");
  EXPECT_EQ(to_string(evaluator.number(1)), "85070591730234615847396907784232501249");
  EXPECT_EQ(evaluator.truth(2), Truth::True);
  EXPECT_EQ(evaluator.truth(3), Truth::False);  // the atom of 2^63 is another one
  const TupleSet next = evaluator.tuples(6);
  ASSERT_EQ(next.size(), 1u);
  EXPECT_EQ(to_string(evaluator.number_of(next.row(0)[0])), "9223372036854775808");
  EXPECT_EQ(evaluator.failure(), ExactEvaluator::EvaluationFailure::None);
  evaluator.number(4);  // beyond 128 bits
  EXPECT_EQ(evaluator.failure(), ExactEvaluator::EvaluationFailure::NoNumber);
  evaluator.begin();
  evaluator.number(5);
  EXPECT_EQ(evaluator.failure(), ExactEvaluator::EvaluationFailure::NoNumber);
  evaluator.begin();
  EXPECT_EQ(to_string(evaluator.number(0)), "0");
  EXPECT_EQ(to_string(Whole{-120}), "-120");
}

TEST(ExactIntegers, ReportThatAtomsRunOut) {
  const Relation numbers("numbers", 1);
  Problem problem;
  problem.integers.overflow = Overflow::Exact;
  problem.universe = Universe({"a", "b"});
  problem.bounds = {{numbers, TupleSet(1), TupleSet(1)}};
  ExactEvaluator evaluator(problem, {in(to_expr(7), numbers).pointer()}, 0);
  evaluator.begin();
  evaluator.insert(0, {*evaluator.integer(1)});
  evaluator.insert(0, {*evaluator.integer(2)});
  EXPECT_FALSE(evaluator.integer(3).has_value());
  EXPECT_EQ(evaluator.truth(0), Truth::TooLarge);
  EXPECT_EQ(evaluator.failure(), ExactEvaluator::EvaluationFailure::NoAtoms);
}

TEST(ExactIntegers, DoNotDependOnThoseThatDoNotOccur) {
  const Relation numbers("numbers", 1);
  const Formula formula = some(ints() - numbers);
  const Node* culprit = depends_on_all_integers(formula.node());
  ASSERT_NE(culprit, nullptr);
  EXPECT_EQ(to_string(*culprit), "Int - numbers");
  const Formula bounded = in(numbers, ints());
  EXPECT_EQ(depends_on_all_integers(bounded.node()), nullptr);
}

}  // namespace
}  // namespace fretsaw
