// SPDX-License-Identifier: MIT
// Threads, parts and checkpoints of an enumeration: the same instances in the same order.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>

#include "fretsaw/finder.hpp"
#include "logic/finder/remote_units.hpp"
#include "support/folder.hpp"
#include "support/random_problem.hpp"

namespace fretsaw {
namespace {

int problems() { return std::getenv("FRETSAW_FULL_TESTS") != nullptr ? 1'000 : 60; }

std::vector<std::string> texts(Instances& stream, const Problem& problem,
                               std::size_t most = ~std::size_t{0}) {
  std::vector<std::string> found;
  while (found.size() < most) {
    const auto instance = stream.next();
    if (!instance) break;
    found.push_back(to_string(*instance, problem.universe));
  }
  EXPECT_FALSE(stream.failure());
  return found;
}

Problem problem_of(int round) {
  return support::random_problem(static_cast<std::uint64_t>(round), {.max_free_tuples = 9});
}

InstancesOptions options_of(int round) {
  InstancesOptions options;
  options.symmetry = round % 3 == 0 ? Symmetry::None : Symmetry::Exact;
  options.order = round % 7 == 0 ? Order::Smallest : Order::Search;
  return options;
}

// Runs are ended after some instances, or cancelled: the next ones go on from their checkpoints.
void expect_that_nothing_is_lost(unsigned seed, bool cancels) {
  std::mt19937 random(seed);
  for (int round = 0; round < problems(); ++round) {
    const Problem problem = problem_of(round);
    InstancesOptions options = options_of(round);
    auto whole = instances(problem, options);
    if (!whole) continue;
    const auto expected = texts(*whole, problem);
    const test::Folder folder;
    options.checkpoint = folder / "checkpoint";
    std::vector<std::string> found;
    for (bool complete = false; !complete;) {
      options.threads = 1 + random() % 3;
      options.limits.cancel = Cancel();
      auto stream = instances(problem, options);
      ASSERT_TRUE(stream) << stream.error().message;
      EXPECT_EQ(stream->resumed_count(), found.size());
      const auto take = [&](std::size_t most) {
        for (const std::string& text : texts(*stream, problem, most)) found.push_back(text);
      };
      take(1 + expected.size() / 3 + random() % (1 + expected.size()));
      if (cancels) {
        options.limits.cancel.request();
        take(~std::size_t{0});
      }
      complete = stream->complete();
      ASSERT_TRUE(stream->save());
      ASSERT_LE(found.size(), expected.size()) << "seed " << seed << ", problem " << round;
    }
    EXPECT_EQ(found, expected) << "seed " << seed << ", problem " << round;
  }
}

TEST(EnumerationUnits, ARunThatIsEndedAndResumedLosesAndRepeatsNothing) {
  expect_that_nothing_is_lost(5, false);
}

// Wherever the limit is met: an instance that was found is given, or found again.
TEST(EnumerationUnits, ARunThatIsCancelledAndResumedLosesAndRepeatsNothing) {
  expect_that_nothing_is_lost(6, true);
}

TEST(EnumerationUnits, HowMuchIsExploredOnlyGrowsAndIsAllInTheEnd) {
  int grown = 0;
  for (int round = 0; round < problems(); ++round) {
    const Problem problem = problem_of(round);
    InstancesOptions options = options_of(round);
    options.threads = 1 + static_cast<unsigned>(round) % 3;
    options.part.count = round % 2 == 0 ? 1 : 2;
    auto stream = instances(problem, options);
    if (!stream) continue;
    double explored = stream->progress_fraction();
    EXPECT_GE(explored, 0);
    while (stream->next()) {
      EXPECT_GE(stream->progress_fraction(), explored) << "problem " << round;
      grown += stream->progress_fraction() > explored ? 1 : 0;
      explored = stream->progress_fraction();
      EXPECT_LE(explored, 1);
    }
    EXPECT_EQ(stream->progress_fraction(), 1) << "problem " << round;
  }
  EXPECT_GT(grown, problems());
}

TEST(EnumerationUnits, PartsSortedByTheirPlacesAreTheWhole) {
  for (int round = 0; round < problems(); ++round) {
    const Problem problem = problem_of(round);
    InstancesOptions options = options_of(round);
    auto whole = instances(problem, options);
    if (!whole) continue;
    const auto expected = texts(*whole, problem);
    std::map<std::uint64_t, std::vector<std::string>> by_place;
    for (options.part = {1, 3}; options.part.number <= 3; ++options.part.number) {
      options.threads = static_cast<unsigned>(options.part.number);
      auto stream = instances(problem, options);
      ASSERT_TRUE(stream);
      const auto found = texts(*stream, problem);
      std::size_t at = 0;
      for (const auto& [place, count] : stream->places()) {
        for (std::uint64_t i = 0; i < count; ++i) by_place[place].push_back(found.at(at++));
      }
      EXPECT_EQ(at, found.size());
    }
    std::vector<std::string> sorted;
    for (const auto& [place, list] : by_place) sorted.insert(sorted.end(), list.begin(), list.end());
    EXPECT_EQ(sorted, expected) << "problem " << round;
  }
}

TEST(EnumerationUnits, ACheckpointOfAnotherProblemIsRefused) {
  const test::Folder folder;
  InstancesOptions options;
  options.symmetry = Symmetry::None;
  options.checkpoint = folder / "checkpoint";
  ASSERT_TRUE(instances(problem_of(1), options));
  EXPECT_TRUE(instances(problem_of(1), options));
  options.identity = "another model";
  const auto other = instances(problem_of(1), options);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().message, "the checkpoint was written by a different search");
}

}  // namespace
}  // namespace fretsaw
