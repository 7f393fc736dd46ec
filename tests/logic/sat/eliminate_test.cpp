// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "logic/sat/brute_force.hpp"
#include "logic/sat/random_cnf.hpp"
#include "logic/sat/simplify.hpp"
#include "logic/sat/solver.hpp"
#include "logic/sat/structured_cnf.hpp"

namespace fretsaw {
namespace {

bool satisfies(const Cnf& cnf, const std::vector<bool>& values) {
  bool all = true;
  cnf.each_clause([&](std::span<const int> clause) {
    bool any = false;
    for (const int literal : clause)
      any |= values[static_cast<std::size_t>(std::abs(literal)) - 1] == (literal > 0);
    all &= any;
  });
  return all;
}

std::set<int> variables_of(const Cnf& cnf) {
  std::set<int> variables;
  for (const int literal : cnf.literals) variables.insert(std::abs(literal));
  variables.erase(0);
  return variables;
}

// Every solution of what is left becomes one of the original, and there is none only if that has none.
// Requires few variables.
void expect_the_same_question(const Cnf& cnf, const Elimination& fewer) {
  bool has_any = false;
  for (std::uint64_t row = 0; row < std::uint64_t{1} << cnf.variables; ++row) {
    std::vector<bool> values(static_cast<std::size_t>(cnf.variables));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = (row >> i & 1) != 0;
    has_any |= satisfies(cnf, values);
    if (!satisfies(fewer.cnf, values)) continue;
    fewer.extend(values);
    ASSERT_TRUE(satisfies(cnf, values)) << "row " << row;
  }
  if (has_any) {
    const auto solver = make_cadical_solver();
    add(*solver, fewer.cnf);
    Budget budget;
    ASSERT_EQ(solver->solve({}, budget), Answer::Sat);
  }
}

TEST(Eliminate, RandomFormulasStayTheSameQuestion) {
  std::size_t smaller = 0;
  for (unsigned seed = 1; seed <= 4000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    sat_test::Random random(seed);
    const Cnf cnf = sat_test::random_cnf(random, 9);
    Budget budget;
    const Elimination fewer = eliminate(cnf, budget);
    ASSERT_EQ(fewer.cnf.variables, cnf.variables);
    ASSERT_EQ(fewer.cnf.primary, cnf.primary);
    ASSERT_EQ(fewer.cnf.secondary, cnf.secondary);
    expect_the_same_question(cnf, fewer);
    if (HasFatalFailure()) return;
    smaller += variables_of(fewer.cnf).size() < variables_of(cnf).size();
  }
  EXPECT_GT(smaller, 1000U);
}

TEST(Eliminate, RandomCircuitsStayTheSameQuestion) {
  std::size_t eliminated = 0;
  for (unsigned seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    sat_test::Random random(seed);
    const Cnf cnf = sat_test::random_circuit(random, 4, 1, 6, seed % 2 == 0);
    Budget budget;
    const Elimination fewer = eliminate(cnf, budget);
    expect_the_same_question(cnf, fewer);
    if (HasFatalFailure()) return;
    eliminated += variables_of(cnf).size() - variables_of(fewer.cnf).size();
  }
  EXPECT_GT(eliminated, 4000U);
}

TEST(Eliminate, SolutionsOfLargerFormulasAreExtended) {
  for (const Cnf& cnf : {sat_test::queens(8), sat_test::latin_squares(5), sat_test::acyclic_graphs(6),
                         sat_test::acyclic_graphs_by_ranking(6), sat_test::connected_graphs(6)}) {
    Budget budget;
    const Elimination fewer = eliminate(cnf, budget);
    const auto solver = make_plain_solver();
    add(*solver, fewer.cnf);
    ASSERT_EQ(solver->solve({}, budget), Answer::Sat);
    std::vector<bool> values;
    for (int v = 1; v <= cnf.variables; ++v) values.push_back(solver->value(v));
    fewer.extend(values);
    EXPECT_TRUE(satisfies(cnf, values));
  }
}

TEST(Eliminate, ContradictionsStayContradictory) {
  Budget budget;
  const auto solver = make_plain_solver();
  add(*solver, eliminate(sat_test::pigeons(6, 5), budget).cnf);
  EXPECT_EQ(solver->solve({}, budget), Answer::Unsat);

  Cnf empty{.variables = 1, .primary = 1, .secondary = 0, .literals = {}, .clauses = 0};
  empty.add({});
  EXPECT_EQ(eliminate(empty, budget).cnf.literals, std::vector{0});
}

TEST(Eliminate, AGateGoesWithItsDefinition) {
  // 3 is 1 and 2, and holds or 4 does.
  sat_test::CnfBuilder builder(2);
  const int gate = builder.and_gate({1, 2});
  Cnf cnf = builder.take();
  cnf.variables = 4;
  cnf.add(std::vector{gate, 4});
  Budget budget;
  EXPECT_EQ(variables_of(eliminate(cnf, budget).cnf).count(gate), 0U);
}

// What is subsumed by older clauses is found, too: s distributes over p or q, for ten places. As it is, this
// takes thousands of conflicts.
TEST(Eliminate, LawsOfAlgebraAreNearlyDecided) {
  constexpr int kPlaces = 10;
  sat_test::CnfBuilder builder(kPlaces * (1 + 2 * kPlaces));
  const auto s = [](int i) { return i; };
  const auto p = [](int i, int j) { return kPlaces * i + j; };
  const auto q = [](int i, int j) { return kPlaces * (kPlaces + i) + j; };
  std::vector<int> different;
  for (int j = 1; j <= kPlaces; ++j) {
    std::vector<int> one_side, other_side;
    for (int i = 1; i <= kPlaces; ++i) {
      one_side.push_back(builder.and_gate({s(i), builder.or_gate({p(i, j), q(i, j)})}));
      other_side.push_back(builder.and_gate({s(i), p(i, j)}));
      other_side.push_back(builder.and_gate({s(i), q(i, j)}));
    }
    const int one = builder.or_gate(one_side);
    const int other = builder.or_gate(other_side);
    different.push_back(builder.or_gate({builder.and_gate({one, -other}), builder.and_gate({-one, other})}));
  }
  builder.add(different);
  const Cnf cnf = builder.take();
  Budget budget;
  const auto conflicts_suffice = [&](const Cnf& formula) {
    const auto solver = make_plain_solver();
    add(*solver, formula);
    solver->limit_conflicts(300);
    return solver->solve({}, budget) == Answer::Unsat;
  };
  EXPECT_FALSE(conflicts_suffice(cnf));
  EXPECT_TRUE(conflicts_suffice(eliminate(cnf, budget).cnf));
}

}  // namespace
}  // namespace fretsaw
