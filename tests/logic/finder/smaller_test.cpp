// SPDX-License-Identifier: MIT
// The first instance is one that is easy to read.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "fretsaw/finder.hpp"
#include "logic/finder/clauses.hpp"
#include "logic/sat/solver.hpp"
#include "support/brute_force.hpp"
#include "support/random_problem.hpp"
#include "support/shrink.hpp"

namespace fretsaw {
namespace {

// Objects 0..2 and the integers -4..3.
struct Numbers {
  Relation object{"Object", 1}, key{"key", 2};
  Problem problem;

  Numbers() {
    std::vector<std::string> names = {"O0", "O1", "O2"};
    TupleSet integers(1);
    for (int i = -4; i < 4; ++i) {
      const auto atom = static_cast<Atom>(names.size());
      names.push_back(std::to_string(i));
      problem.integers.atoms.emplace_back(i, atom);
      integers.insert(std::vector{atom});
    }
    problem.integers.bitwidth = 3;
    problem.universe = Universe(std::move(names));
    const TupleSet objects(1, {{0}, {1}, {2}});
    problem.bounds = {{object, objects, objects}, {key, TupleSet(2), TupleSet::product(objects, integers)}};
    const Variable o("o");
    problem.formulas = {all({{o, object}}, one(join(o, key)))};
  }

  std::vector<std::int64_t> keys() const {
    std::vector<std::int64_t> result;
    const auto finding = find(problem);
    const TupleSet& found = (*finding->instance)[key];
    for (std::size_t i = 0; i < found.size(); ++i)
      result.push_back(static_cast<std::int64_t>(found.row(i)[1]) - 7);
    std::ranges::sort(result);
    return result;
  }
};

TEST(FirstInstances, HaveFewTuples) {
  Problem problem;
  problem.universe = Universe({"a", "b", "c", "d"});
  const Relation r("r", 2), s("s", 1);
  problem.bounds = {{s, TupleSet(1), TupleSet::all(1, 4)}, {r, TupleSet(2), TupleSet::all(2, 4)}};
  problem.formulas = {some(r), in(r, product(s, s))};
  const auto finding = find(problem);
  ASSERT_EQ(finding->verdict, Verdict::Sat);
  EXPECT_EQ((*finding->instance)[r].size(), 1U);
  EXPECT_LE((*finding->instance)[s].size(), 2U);
}

TEST(FirstInstances, HaveFewAtoms) {
  Problem problem;  // a loop through all nodes
  problem.universe = Universe({"a", "b", "c", "d"});
  const Relation next("next", 2), node("Node", 1);
  problem.bounds = {{node, TupleSet(1), TupleSet::all(1, 4)}, {next, TupleSet(2), TupleSet::all(2, 4)}};
  const Variable n("n");
  problem.formulas = {some(node), in(next, product(node, node)), all({{n, node}}, one(join(n, next))),
                      in(product(node, node), closure(next))};
  EXPECT_EQ((*find(problem)->instance)[node].size(), 1U);
}

TEST(FirstInstances, HaveNumbersNearZero) {
  Numbers numbers;
  EXPECT_EQ(numbers.keys(), (std::vector<std::int64_t>{0, 0, 0}));
  const Variable n("n");
  numbers.problem.formulas.push_back(all({{n, ints()}}, lone(join(numbers.key, n))));
  EXPECT_EQ(numbers.keys(), (std::vector<std::int64_t>{-1, 0, 1}));
}

std::size_t tuples(const support::Valuation& valuation) {
  std::size_t count = 0;
  for (const TupleSet& value : valuation) count += value.size();
  return count;
}

std::size_t atoms(const support::Valuation& valuation) {
  std::size_t count = 0;
  for (const TupleSet& value : valuation) count += value.arity() == 1 ? value.size() : 0;
  return count;
}

bool within(const support::Valuation& small, const support::Valuation& large) {
  for (std::size_t i = 0; i < small.size(); ++i) {
    if (!large[i].includes(small[i])) return false;
  }
  return true;
}

// What is wrong with the first instance; empty if nothing is.
std::string smaller_complaint(const Problem& problem) {
  const auto expected = support::brute_force(problem);
  if (expected.too_large) return {};
  // With symmetries broken or not, by choice: the verdict is the same.
  Budget budget{Limits{}};
  auto clauses = prepare(problem, {.symmetry = Symmetry::Lex, .symmetry_selector = true}, budget);
  if (!clauses) return clauses.error().message;
  const int selector = clauses->symmetry_selector;
  for (const int way : {1, -1}) {
    const auto solver = make_cadical_solver();
    add(*solver, clauses->encoding.cnf);
    const std::vector<int> assumptions = selector == 0 ? std::vector<int>{} : std::vector{way * selector};
    if ((solver->solve(assumptions, budget) == Answer::Sat) == expected.instances.empty())
      return fmt::format("wrong verdict with the selector {}", way);
  }
  const auto finding = find(problem);
  if (!finding) return finding.error().message;
  if (finding->verdict != Verdict::Sat) return expected.instances.empty() ? "" : "no instance";
  const auto found = support::valuation_of(problem, *finding->instance);
  if (!expected.instances.contains(found)) return "no instance of the problem";
  for (const auto& other : expected.instances) {
    if (atoms(other) < atoms(found)) return "another instance has fewer atoms";
    if (tuples(other) < tuples(found) && within(other, found))
      return "a part of the first instance is one itself";
  }
  return {};
}

TEST(RandomFirstInstances, ContainNoOther) {
  const std::uint64_t cases = std::getenv("FRETSAW_FULL_TESTS") ? 100'000 : 3'000;
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    const Problem problem = support::random_problem(seed, {.max_free_tuples = 9});
    if (const std::string wrong = smaller_complaint(problem); !wrong.empty()) {
      const Problem small =
          support::shrink(problem, [](const Problem& p) { return !smaller_complaint(p).empty(); });
      FAIL() << "seed " << seed << ": " << wrong << "\nshrunk:\n" << support::to_text(small);
    }
  }
}

}  // namespace
}  // namespace fretsaw
