// SPDX-License-Identifier: MIT
// Several workers, parts, limits and checkpoints: the same structures in the same order, whatever the
// division.
#include "cpp/search/coordinator.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cpp/search/searching.hpp"

namespace fretsaw::testing {
namespace {

const Program& program() {
  static const Program kProgram(example("search_tree.hpp"), "SearchTree");
  return kProgram;
}

const std::vector<std::string> kBounds = {"size", "4", "values", "Node::key=1..4"};

std::string fresh_file(const std::string& name) {
  const auto path = std::filesystem::temp_directory_path() / ("fretsaw_" + name + std::to_string(getpid()));
  std::filesystem::remove(path);
  return path.string();
}

TEST(Coordinator, AnyNumberOfWorkersGivesTheSameStructuresInTheSameOrder) {
  const Found alone = program().search(kBounds);
  EXPECT_EQ(alone.totals.structures, 51U);
  EXPECT_TRUE(alone.totals.complete);
  for (const unsigned workers : {2U, 5U}) {
    search::SearchRequest request;
    request.workers = workers;
    const Found together = program().search(kBounds, request);
    EXPECT_EQ(together.structures, alone.structures);
    EXPECT_EQ(together.totals.candidates, alone.totals.candidates);
  }
}

TEST(Coordinator, PartsAreDisjointAndAddUp) {
  const Found whole = program().search(kBounds);
  for (const std::uint64_t count : {2U, 3U, 7U}) {
    std::vector<std::string> united;
    std::uint64_t candidates = 0;
    for (std::uint64_t number = 1; number <= count; ++number) {
      search::SearchRequest request;
      request.part = {number, count};
      request.workers = number % 2 == 0 ? 2 : 1;
      const Found part = program().search(kBounds, request);
      united.insert(united.end(), part.structures.begin(), part.structures.end());
      candidates += part.totals.candidates;
    }
    auto expected = whole.structures;
    std::sort(expected.begin(), expected.end());
    std::sort(united.begin(), united.end());
    EXPECT_EQ(united, expected) << count << " parts";
    EXPECT_EQ(candidates, whole.totals.candidates) << count << " parts";
  }
}

TEST(Coordinator, ALimitGivesTheFirstOnes) {
  const Found whole = program().search(kBounds);
  search::SearchRequest request;
  request.limit = 7;
  const Found some = program().search(kBounds, request);
  EXPECT_EQ(some.totals.structures, 7U);
  EXPECT_FALSE(some.totals.complete);
  EXPECT_EQ(some.structures,
            std::vector<std::string>(whole.structures.begin(), whole.structures.begin() + 7));
}

TEST(Coordinator, ACheckpointContinuesWithoutLossOrRepetition) {
  const Found whole = program().search(kBounds);
  search::SearchRequest request;
  request.checkpoint = fresh_file("checkpoint");
  request.fingerprint = "the same";
  std::vector<std::string> placed_units;
  std::uint64_t candidates = 0;
  for (int run = 1; run < 100; ++run) {
    request.limit = static_cast<std::uint64_t>(10 * run);
    request.workers = run % 2 == 0 ? 2 : 1;
    const Found found = program().search(kBounds, request);
    placed_units.insert(placed_units.end(), found.structures.begin(), found.structures.end());
    candidates = found.totals.candidates;
    if (found.totals.complete) break;
  }
  EXPECT_EQ(placed_units, whole.structures);
  EXPECT_EQ(candidates, whole.totals.candidates);
  std::filesystem::remove(*request.checkpoint);
}

TEST(Coordinator, ACheckpointOfAnotherSearchIsRefused) {
  search::SearchRequest request;
  request.checkpoint = fresh_file("other_checkpoint");
  request.fingerprint = "one";
  program().search(kBounds, request);
  request.fingerprint = "another";
  const auto refused = program().run(kBounds, request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the checkpoint was written by a different search");
  std::ofstream(*request.checkpoint) << "{";
  EXPECT_EQ(program().run(kBounds, request).error().message, "not a checkpoint");
  std::filesystem::remove(*request.checkpoint);
}

TEST(Coordinator, ATimeLimitIsReportedAsSuch) {
  search::SearchRequest request = counting();
  request.limits.seconds = 0.3;
  const Found found = program().search({"size", "12"}, request);
  EXPECT_FALSE(found.totals.complete);
  EXPECT_EQ(found.totals.stop, StopReason::Time);
}

TEST(Coordinator, ACancelledSearchStops) {
  search::SearchRequest request = counting();
  request.limits.cancel.request();
  const Found found = program().search({"size", "12"}, request);
  EXPECT_EQ(found.totals.stop, StopReason::Cancelled);
}

}  // namespace
}  // namespace fretsaw::testing
