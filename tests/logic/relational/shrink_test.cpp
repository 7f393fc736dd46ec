// SPDX-License-Identifier: MIT
#include "support/shrink.hpp"

#include <gtest/gtest.h>

#include "support/brute_force.hpp"
#include "support/random_problem.hpp"

namespace fretsaw {
namespace {

bool has_closure(const Node& node) {
  if (node.op == Op::Closure) return true;
  for (const Decl& decl : node.decls) {
    if (has_closure(decl.domain.node())) return true;
  }
  for (const NodePtr& child : node.children) {
    if (has_closure(*child)) return true;
  }
  return false;
}

TEST(Shrink, LeavesOnlyWhatIsNeededToFail) {
  const auto fails = [](const Problem& problem) {
    for (const Formula& formula : problem.formulas) {
      if (has_closure(formula.node())) return true;
    }
    return false;
  };
  int shrunk = 0;
  for (std::uint64_t seed = 0; shrunk < 10; ++seed) {
    const Problem problem = support::random_problem(seed);
    if (!fails(problem)) continue;
    ++shrunk;
    const Problem smallest = support::shrink(problem, fails);
    EXPECT_TRUE(check(smallest).ok());
    ASSERT_EQ(smallest.formulas.size(), 1U);
    EXPECT_LE(to_string(smallest.formulas[0]).size(), 35U) << to_string(smallest.formulas[0]);
    EXPECT_EQ(smallest.universe.size(), 1U);
    EXPECT_EQ(smallest.integers.bitwidth, 0);
  }
}

TEST(BruteForce, FindsTheInstancesOfAProblemThatCanBeCountedByHand) {
  const Relation next("next", 2);
  const Variable n("n");
  Problem problem;
  problem.universe = Universe({"N0", "N1", "N2"});
  problem.bounds = {{next, TupleSet(2), TupleSet::all(2, 3)}};
  problem.formulas = {all({{n, univ()}}, lone(join(n, next)) && !in(n, join(n, closure(next))))};
  const auto found = support::brute_force(problem);
  EXPECT_EQ(found.tried, 512U);
  EXPECT_EQ(found.instances.size(), 16U);  // rooted forests on three labeled nodes
}

TEST(BruteForce, CountsInstancesThatDifferOnlyInAuxiliaryRelationsOnce) {
  const Relation a("a", 1), witness("witness", 1);
  Problem problem;
  problem.universe = Universe({"A", "B"});
  problem.bounds = {{a, TupleSet(1), TupleSet::all(1, 2)}, {witness, TupleSet(1), TupleSet::all(1, 2), true}};
  problem.formulas = {in(witness, a)};
  const auto found = support::brute_force(problem);
  EXPECT_EQ(found.satisfying, 9U);
  EXPECT_EQ(found.instances.size(), 4U);
}

}  // namespace
}  // namespace fretsaw
