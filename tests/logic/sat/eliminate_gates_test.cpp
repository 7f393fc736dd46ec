// SPDX-License-Identifier: MIT
// Formulas with fewer gates have the same solutions, and propagation is not weaker in them: compared with
// brute force and with the formulas as they were, on thousands of random ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>

#include "logic/sat/brute_force.hpp"
#include "logic/sat/enumerator.hpp"
#include "logic/sat/propagator.hpp"
#include "logic/sat/random_cnf.hpp"
#include "logic/sat/simplify.hpp"
#include "logic/sat/solutions.hpp"
#include "logic/sat/structured_cnf.hpp"

namespace fretsaw {
namespace {

using sat_test::Random;
using sat_test::random_between;

int formulas_with_gates() { return std::getenv("FRETSAW_FULL_TESTS") != nullptr ? 60'000 : 4'000; }

Cnf without_gates(const Cnf& cnf, const std::vector<int>& named = {}) {
  Budget budget;
  return eliminate_gates(cnf, named, budget);
}

// Fields of a few structures, as a translation makes them: each has at most one value, or exactly one, which
// is said by pairs or by a chain of gates; and some gates of all values hold.
Cnf random_fields(Random& random) {
  const int fields = random_between(random, 1, 3);
  const int values = random_between(random, 2, 12 / fields);
  sat_test::CnfBuilder builder(fields * values);
  std::vector<int> all(static_cast<std::size_t>(fields * values));
  std::iota(all.begin(), all.end(), 1);
  std::vector<int> group;
  for (int field = 0; field < fields; ++field) {
    group.assign(all.begin() + field * values, all.begin() + (field + 1) * values);
    if (random_between(random, 0, 1) == 0) {
      builder.at_most_one(group);
    } else {
      int before = group.front();
      for (const int value : std::span(group).subspan(1)) {
        builder.add({-value, -before});
        before = builder.one_sided_or_gate({before, value});
        builder.add({-value, before});
      }
    }
    if (random_between(random, 0, 1) == 0) builder.add(group);
  }
  std::vector<int> literals = all;
  for (int gates = random_between(random, 1, 8); gates > 0; --gates) {
    std::vector<int> inputs;
    for (int size = random_between(random, 2, 4); size > 0; --size) {
      const int literal = literals[static_cast<std::size_t>(
          random_between(random, 0, static_cast<int>(literals.size()) - 1))];
      inputs.push_back(random_between(random, 0, 1) == 0 ? literal : -literal);
    }
    literals.push_back(random_between(random, 0, 1) == 0 ? builder.and_gate(inputs)
                                                         : builder.or_gate(inputs));
    if (random_between(random, 0, 3) == 0) builder.add({literals.back(), -literals.front()});
  }
  return builder.take();
}

Cnf random_formula(Random& random, int round) {
  if (round % 3 == 0) return random_fields(random);
  if (round % 3 == 1) return sat_test::random_cnf(random, 12);
  return sat_test::random_circuit(random, random_between(random, 1, 6), random_between(random, 0, 2),
                                  random_between(random, 1, 9), round % 2 == 0);
}

std::size_t gates_of(const Cnf& cnf) {
  std::set<int> gates;
  for (const int literal : cnf.literals) {
    if (std::abs(literal) > cnf.primary + cnf.secondary) gates.insert(std::abs(literal));
  }
  return gates.size();
}

TEST(EliminateGates, LeavesTheSameSolutions) {
  std::size_t gone = 0;
  for (int round = 0; round < formulas_with_gates(); ++round) {
    const unsigned seed = 1000U + static_cast<unsigned>(round);
    Random random(seed);
    const Cnf cnf = random_formula(random, round);
    if (cnf.variables > 22) continue;
    const Cnf fewer = without_gates(cnf);
    ASSERT_EQ(fewer.variables, cnf.variables);
    // Secondary variables are no gates: what they can be together with the primary ones stays, too.
    Cnf as_it_was = cnf;
    Cnf as_it_is = fewer;
    as_it_was.primary = as_it_is.primary = cnf.primary + cnf.secondary;
    ASSERT_EQ(sat_test::brute_force(as_it_is), sat_test::brute_force(as_it_was)) << "seed " << seed;
    gone += gates_of(cnf) - gates_of(fewer);
  }
  EXPECT_GT(gone, 5000U);
}

TEST(EliminateGates, KeepsWhatIsNamed) {
  for (int round = 0; round < formulas_with_gates() / 4; ++round) {
    const unsigned seed = 2000U + static_cast<unsigned>(round);
    Random random(seed);
    const Cnf cnf = random_formula(random, round);
    const int gates = cnf.variables - cnf.primary - cnf.secondary;
    if (cnf.variables > 20 || gates == 0) continue;
    const int named = random_between(random, cnf.variables - gates + 1, cnf.variables);
    const Cnf fewer = without_gates(cnf, {-named});
    for (const int literal : {named, -named}) {
      const std::vector cube{literal};
      ASSERT_EQ(sat_test::brute_force(fewer, cube), sat_test::brute_force(cnf, cube)) << "seed " << seed;
    }
  }
}

// What an enumeration that decides no gates relies on.
TEST(EliminateGates, LeavesPropagationAsStrongAsItWas) {
  std::size_t compared = 0;
  for (int round = 0; round < formulas_with_gates(); ++round) {
    const unsigned seed = 3000U + static_cast<unsigned>(round);
    Random random(seed);
    const Cnf cnf = random_formula(random, round);
    const int choices = cnf.primary + cnf.secondary;
    if (choices == 0) continue;
    Propagation before(cnf);
    Propagation after(without_gates(cnf));
    if (!before.consistent()) {
      ASSERT_FALSE(after.consistent()) << "seed " << seed;
      continue;
    }
    if (!after.consistent()) continue;  // it may find out more
    for (int steps = random_between(random, 1, choices); steps > 0; --steps) {
      const int variable = random_between(random, 1, choices);
      const int literal = random_between(random, 0, 1) == 0 ? variable : -variable;
      const bool possible = before.assume(literal);
      if (!after.assume(literal)) break;
      ASSERT_TRUE(possible) << "seed " << seed;
      for (int v = 1; v <= choices; ++v) {
        if (before.is_open(v)) continue;
        ++compared;
        ASSERT_FALSE(after.is_open(v)) << "seed " << seed << ", variable " << v;
        ASSERT_EQ(after.is_true(v), before.is_true(v)) << "seed " << seed << ", variable " << v;
      }
    }
  }
  EXPECT_GT(compared, 10'000U);
}

TEST(EliminateGates, EnumerationsThatDecideNoGatesGiveTheSameSequence) {
  for (int round = 0; round < formulas_with_gates(); ++round) {
    const unsigned seed = 4000U + static_cast<unsigned>(round);
    Random random(seed);
    // Of these the gates follow.
    const Cnf cnf = round % 2 == 0 ? random_fields(random)
                                   : sat_test::random_circuit(random, random_between(random, 1, 8), 0,
                                                              random_between(random, 1, 12), round % 4 == 1);
    EnumeratorOptions options;
    options.order = DecisionOrder::Static;
    options.preferred_phase = random_between(random, 0, 1) == 1;
    options.gates = Gates::Follow;
    Enumerator before(cnf, options);
    Enumerator after(without_gates(cnf), options);
    ASSERT_EQ(sat_test::all_solutions(after, cnf), sat_test::all_solutions(before, cnf)) << "seed " << seed;
  }
}

TEST(EliminateGates, KnownNumbersOfSolutionsStay) {
  const std::vector<std::pair<Cnf, std::uint64_t>> known = {{sat_test::acyclic_graphs(4), 543},
                                                            {sat_test::acyclic_graphs_one_sided(5), 29281},
                                                            {sat_test::connected_graphs(6), 26704},
                                                            {sat_test::latin_squares(4), 576},
                                                            {sat_test::acyclic_graphs_by_ranking(4), 543}};
  for (const auto& [cnf, solutions] : known) {
    Enumerator enumerator(without_gates(cnf), {.gates = Gates::Follow});
    EXPECT_EQ(sat_test::count_solutions(enumerator), solutions);
  }
}

// A gate of which nothing is asked any more, and what it alone was made of.
TEST(EliminateGates, UnusedGatesGoWithAllThatTheyWereMadeOf) {
  sat_test::CnfBuilder builder(4);
  const int inner = builder.and_gate({1, 2});
  builder.or_gate({inner, 3});
  EXPECT_TRUE(without_gates(builder.take()).literals.empty());
}

TEST(EliminateGates, AContradictionStaysOne) {
  const Cnf cnf = sat_test::pigeons(4, 3);
  Enumerator enumerator(without_gates(cnf), {.gates = Gates::Follow});
  EXPECT_EQ(sat_test::count_solutions(enumerator), 0U);
}

}  // namespace
}  // namespace fretsaw
