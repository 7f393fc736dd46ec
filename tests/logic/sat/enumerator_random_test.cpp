// SPDX-License-Identifier: MIT
// The enumerating solver against brute force, on thousands of random formulas under random options. Restarts
// and deletions are set to happen every few conflicts, so that small formulas exercise them; the tests make
// sure that they did.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "logic/sat/brute_force.hpp"
#include "logic/sat/dimacs.hpp"
#include "logic/sat/enumerator.hpp"
#include "logic/sat/random_cnf.hpp"
#include "logic/sat/solutions.hpp"
#include "logic/sat/structured_cnf.hpp"

namespace fretsaw {
namespace {

using sat_test::brute_force;
using sat_test::Projection;
using sat_test::Random;
using sat_test::random_between;

constexpr unsigned kSeed = 20240611;
constexpr std::size_t kMaxModels = 500;  // by blocking clauses

// How many to compare with brute force: more in the long run of the tests.
int formulas() { return std::getenv("FRETSAW_FULL_TESTS") != nullptr ? 150'000 : 12'000; }

Projection projection(const SolutionStream& stream, const Cnf& cnf) {
  Projection result = 0;
  for (int variable = 1; variable <= cnf.primary; ++variable) {
    if (stream.value(variable)) result |= 1U << (variable - 1);
  }
  return result;
}

std::vector<Projection> projections(SolutionStream& stream, const Cnf& cnf) {
  Budget budget;
  std::vector<Projection> solutions;
  while (stream.next(budget)) solutions.push_back(projection(stream, cnf));
  return solutions;
}

EnumeratorOptions random_options(Random& random, const Cnf& cnf) {
  EnumeratorOptions options;
  options.order = random_between(random, 0, 1) == 0 ? DecisionOrder::Activity : DecisionOrder::Static;
  options.static_order.resize(static_cast<std::size_t>(cnf.primary));
  std::iota(options.static_order.begin(), options.static_order.end(), 1);
  std::ranges::shuffle(options.static_order, random);
  options.static_order.resize(static_cast<std::size_t>(random_between(random, 0, cnf.primary)));
  options.preferred_phase = random_between(random, 0, 1) == 1;
  options.restart_interval = static_cast<std::uint32_t>(random_between(random, 0, 3));
  options.learnt_limit = static_cast<std::uint32_t>(random_between(random, 0, 20));
  options.learnt_growth = static_cast<std::uint32_t>(random_between(random, 0, 2));
  options.learnt_ceiling = 30;
  if (random_between(random, 0, 1) == 1) options.cube = sat_test::random_cube(random, cnf);
  return options;
}

std::string describe(const Cnf& cnf, const EnumeratorOptions& options, int round) {
  std::string text = "seed " + std::to_string(kSeed) + ", round " + std::to_string(round) + ", cube";
  for (const int literal : options.cube) text += ' ' + std::to_string(literal);
  return text + '\n' + to_dimacs(cnf);
}

void expect_each_once(const std::vector<Projection>& solutions, const std::set<Projection>& expected) {
  EXPECT_EQ(solutions.size(), expected.size());
  EXPECT_EQ(std::set<Projection>(solutions.begin(), solutions.end()), expected);
}

TEST(EnumeratorOnRandomFormulas, GivesExactlyTheModelsOfBruteForceEachOnce) {
  Random random(kSeed);
  EnumeratorStatistics total;
  for (int round = 0; round < formulas(); ++round) {
    const Cnf cnf = sat_test::random_cnf(random, round % 100 == 0 ? 20 : round % 4 == 0 ? 10 : 16);
    const EnumeratorOptions options = random_options(random, cnf);
    Enumerator enumerator(cnf, options);
    expect_each_once(projections(enumerator, cnf), brute_force(cnf, options.cube));
    ASSERT_FALSE(HasFailure()) << describe(cnf, options, round);

    const EnumeratorStatistics& statistics = enumerator.statistics();
    total.restarts += statistics.restarts;
    total.deleted_clauses += statistics.deleted_clauses;
    total.late_literals += statistics.late_literals;
    total.late_conflicts += statistics.late_conflicts;
    total.minimized_literals += statistics.minimized_literals;
  }
  EXPECT_GT(total.restarts, 1000U);
  EXPECT_GT(total.deleted_clauses, 1000U);
  EXPECT_GT(total.late_literals, 1000U);
  EXPECT_GT(total.late_conflicts, 10U);  // rare by nature
  EXPECT_GT(total.minimized_literals, 1000U);
}

// Larger formulas, where literals are late for long enough to matter.
TEST(EnumeratorOnRandomFormulas, GivesTheSetsThatBlockingClausesGive) {
  Random random(kSeed + 6);
  for (int round = 0; round < 120; ++round) {
    Cnf cnf = sat_test::random_cnf(random, 50);
    cnf.primary = std::min(cnf.primary, random_between(random, 8, 25));
    const EnumeratorOptions options = random_options(random, cnf);
    Enumerator enumerator(cnf, options);
    BlockingEnumerator blocking(cnf, options.cube);
    Budget budget;
    std::vector<Projection> expected;
    while (expected.size() < kMaxModels && blocking.next(budget)) {
      expected.push_back(projection(blocking, cnf));
    }
    if (expected.size() == kMaxModels) continue;
    expect_each_once(projections(enumerator, cnf), {expected.begin(), expected.end()});
    ASSERT_FALSE(HasFailure()) << describe(cnf, options, round);
  }
}

TEST(EnumeratorOnRandomFormulas, ResumesAfterInterruptionsWithoutLossOrRepetition) {
  Random random(kSeed + 1);
  int interruptions = 0;
  for (int round = 0; round < 3000; ++round) {
    const Cnf cnf = sat_test::random_cnf(random, 12);
    const EnumeratorOptions options = random_options(random, cnf);
    Enumerator enumerator(cnf, options);
    std::vector<Projection> solutions;
    for (bool more = true; more;) {
      Budget budget = sat_test::budget_of_polls(random_between(random, 0, 6));
      try {
        more = enumerator.next(budget);
        if (more) solutions.push_back(projection(enumerator, cnf));
      } catch (const LimitReached&) {
        ++interruptions;
      }
    }
    expect_each_once(solutions, brute_force(cnf, options.cube));
    ASSERT_FALSE(HasFailure()) << describe(cnf, options, round);
  }
  EXPECT_GT(interruptions, 1000);
}

TEST(EnumeratorOnRandomFormulas, GivesModelsInLexicographicOrderWhenTheOrderIsStatic) {
  Random random(kSeed + 2);
  for (int round = 0; round < 3000; ++round) {
    const Cnf cnf = sat_test::random_cnf(random, 12);
    EnumeratorOptions options = random_options(random, cnf);
    options.order = DecisionOrder::Static;
    options.static_order.clear();
    Enumerator enumerator(cnf, options);
    const auto solutions = sat_test::all_solutions(enumerator, cnf);
    if (options.preferred_phase) {
      EXPECT_TRUE(std::ranges::is_sorted(solutions, std::greater())) << describe(cnf, options, round);
    } else {
      EXPECT_TRUE(std::ranges::is_sorted(solutions)) << describe(cnf, options, round);
    }
  }
}

TEST(EnumeratorOnRandomFormulas, IsSplitByCubesThatExcludeEachOther) {
  Random random(kSeed + 3);
  for (int round = 0; round < 1000; ++round) {
    Cnf cnf = sat_test::random_cnf(random, 12);
    cnf.primary = std::max(cnf.primary, 1);
    cnf.secondary = std::min(cnf.secondary, cnf.variables - cnf.primary);
    EnumeratorOptions options = random_options(random, cnf);
    const int a = random_between(random, 1, cnf.primary);
    const int b = random_between(random, 1, cnf.primary);
    std::vector<Projection> solutions;
    for (const std::vector<int>& cube : {std::vector{a, b}, {a, -b}, {-a}}) {
      options.cube = cube;
      Enumerator part(cnf, options);
      std::ranges::copy(projections(part, cnf), std::back_inserter(solutions));
    }
    expect_each_once(solutions, brute_force(cnf));
    ASSERT_FALSE(HasFailure()) << describe(cnf, options, round) << "split on " << a << ", " << b;
  }
}

TEST(EnumeratorOnRandomFormulas, CompletesModelsThatItShows) {
  Random random(kSeed + 4);
  for (int round = 0; round < 2000; ++round) {
    const Cnf cnf = sat_test::random_cnf(random, 12);
    const EnumeratorOptions options = random_options(random, cnf);
    Enumerator enumerator(cnf, options);
    Budget budget;
    while (enumerator.next(budget)) {
      cnf.each_clause([&](std::span<const int> clause) {
        ASSERT_TRUE(std::ranges::any_of(clause, [&](int l) {
          return enumerator.value(std::abs(l)) == (l > 0);
        })) << describe(cnf, options, round);
      });
    }
  }
}

TEST(EnumeratorOnRandomCircuits, NeedsNotDecideGates) {
  Random random(kSeed + 5);
  for (int round = 0; round < 3000; ++round) {
    const int primary = random_between(random, 1, 6);
    const int secondary = random_between(random, 0, 3);
    const bool one_sided = round % 2 == 0;
    const Cnf cnf =
        sat_test::random_circuit(random, primary, secondary, random_between(random, 1, 10), one_sided);
    EnumeratorOptions options = random_options(random, cnf);
    options.cube.clear();
    options.gates = Gates::Follow;
    Enumerator enumerator(cnf, options);
    expect_each_once(projections(enumerator, cnf), brute_force(cnf));
    ASSERT_FALSE(HasFailure()) << describe(cnf, options, round);
  }
}

// Knows clauses over primary variables that the formula does not have.
class HiddenClauses final : public SolutionFilter {
 public:
  HiddenClauses(std::vector<std::vector<int>> clauses, const std::vector<int>& order,
                std::vector<std::uint32_t> places)
      : clauses_(std::move(clauses)), position_(order.size() + 1), places_(std::move(places)) {
    for (std::uint32_t i = 0; i < order.size(); ++i) position_[static_cast<std::size_t>(order[i])] = i;
  }

  const std::vector<std::uint32_t>& places() const override { return places_; }

  std::optional<std::vector<int>> rejection_clause(std::size_t place, const Value& value) override {
    const auto is_false = [&](int literal) {
      const int variable = std::abs(literal);
      return position_[static_cast<std::size_t>(variable)] < places_[place] &&
             value(variable) != (literal > 0);
    };
    for (const auto& clause : clauses_) {
      if (std::ranges::all_of(clause, is_false)) return clause;
    }
    return std::nullopt;
  }

 private:
  std::vector<std::vector<int>> clauses_;
  std::vector<std::uint32_t> position_;  // by variable
  std::vector<std::uint32_t> places_;
};

TEST(EnumeratorOnRandomFormulas, GivesWhatAFilterAcceptsEachOnceAndInOrder) {
  Random random(kSeed);
  EnumeratorStatistics total;
  for (int round = 0; round < formulas() / 4; ++round) {
    const Cnf cnf = sat_test::random_cnf(random, 12);
    if (cnf.primary < 3) continue;
    EnumeratorOptions options = random_options(random, cnf);
    options.order = DecisionOrder::Static;
    options.static_order.resize(static_cast<std::size_t>(cnf.primary));
    std::iota(options.static_order.begin(), options.static_order.end(), 1);
    std::ranges::shuffle(options.static_order, random);

    std::vector<std::vector<int>> hidden;
    Cnf whole = cnf;
    for (int i = random_between(random, 0, 6); i > 0; --i) {
      std::set<int> variables;
      while (variables.size() < static_cast<std::size_t>(random_between(random, 2, 3)))
        variables.insert(random_between(random, 1, cnf.primary));
      std::vector<int> clause;
      for (const int variable : variables)
        clause.push_back(random_between(random, 0, 1) == 0 ? variable : -variable);
      whole.add(clause);
      hidden.push_back(std::move(clause));
    }
    std::vector<std::uint32_t> places;
    for (int place = 1; place < cnf.primary; ++place) {
      if (random_between(random, 0, 1) == 0) places.push_back(static_cast<std::uint32_t>(place));
    }
    places.push_back(static_cast<std::uint32_t>(cnf.primary));
    HiddenClauses filter(hidden, options.static_order, places);

    Enumerator plain(whole, options);
    const auto expected = projections(plain, cnf);
    options.filter = &filter;
    Enumerator filtered(cnf, options);
    EXPECT_EQ(projections(filtered, cnf), expected) << describe(whole, options, round);
    total.rejections += filtered.statistics().rejections;
    total.late_conflicts += filtered.statistics().late_conflicts;
    if (HasFailure()) return;
  }
  EXPECT_GT(total.rejections, 100U);
  EXPECT_GT(total.late_conflicts, 100U);
}

}  // namespace
}  // namespace fretsaw
