// SPDX-License-Identifier: MIT
// The enumerating solver against brute force, on thousands of random formulas under random options. Restarts
// and deletions are set to happen every few conflicts, so that small formulas exercise them, and the last
// test makes sure that they did.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sat/brute_force.hpp"
#include "sat/dimacs.hpp"
#include "sat/enumerator.hpp"
#include "sat/random_cnf.hpp"

namespace fretsaw {
namespace {

using sat_test::brute_force;
using sat_test::Projection;
using sat_test::Random;
using sat_test::random_between;

constexpr unsigned kSeed = 20240611;

Projection projection(const ModelStream& stream, const Cnf& cnf) {
  Projection result = 0;
  for (int variable = 1; variable <= cnf.primary; ++variable) {
    if (stream.value(variable)) result |= 1U << (variable - 1);
  }
  return result;
}

std::vector<Projection> all_models(Enumerator& enumerator, const Cnf& cnf) {
  Budget budget;
  std::vector<Projection> models;
  while (enumerator.next(budget) == Step::Model) models.push_back(projection(enumerator, cnf));
  return models;
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
  options.learnt_limit = static_cast<std::uint32_t>(random_between(random, 1, 20));
  options.learnt_growth = static_cast<std::uint32_t>(random_between(random, 0, 2));
  options.learnt_ceiling = 30;
  if (random_between(random, 0, 1) == 1) options.cube = sat_test::random_cube(random, cnf);
  return options;
}

std::string describe(const Cnf& cnf, const EnumeratorOptions& options, int round) {
  std::string text = "seed " + std::to_string(kSeed) + ", round " + std::to_string(round) + ", cube";
  for (const int literal : options.cube) text += " " + std::to_string(literal);
  return text + "\n" + to_dimacs(cnf);
}

TEST(EnumeratorOnRandomFormulas, GivesExactlyTheModelsOfBruteForceEachOnce) {
  Random random(kSeed);
  for (int round = 0; round < 20000; ++round) {
    const Cnf cnf = sat_test::random_cnf(random, round % 20 == 0 ? 16 : 10);
    const EnumeratorOptions options = random_options(random, cnf);
    const std::set<Projection> expected = brute_force(cnf, options.cube);
    Enumerator enumerator(cnf, options);
    std::vector<Projection> models = all_models(enumerator, cnf);
    EXPECT_EQ(models.size(), expected.size());
    ASSERT_EQ(std::set<Projection>(models.begin(), models.end()), expected) << describe(cnf, options, round);
    EXPECT_EQ(enumerator.statistics().models, models.size());
  }
}

}  // namespace
}  // namespace fretsaw
