// SPDX-License-Identifier: MIT
// How many mutants the example models have, how many of them are equivalent, and that a suite by mutation
// kills the others. The numbers are pinned: whoever changes an operator or a model sees what comes of it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "alloy/mutation/mutating.hpp"
#include "alloy/mutation/suite_by_mutation.hpp"

namespace fretsaw::mutation {
namespace {

struct Pinned {
  const char* model;
  const char* scope;
  std::size_t mutants, invalid, equivalent, different;
};

void PrintTo(const Pinned& pinned, std::ostream* out) { *out << pinned.model << ' ' << pinned.scope; }

class ExampleModels : public testing::TestWithParam<Pinned> {};

TEST_P(ExampleModels, HaveSoManyMutantsAndASuiteThatKillsThem) {
  const Pinned& pinned = GetParam();
  MutationOptions options;
  options.scope = text_source("--scope", pinned.scope);
  options.threads = 2;
  const MutationRun run = run_of(example_model(pinned.model), options);
  const Tally tally = run.total();
  EXPECT_EQ(tally.mutants, pinned.mutants);
  EXPECT_EQ(tally.invalid, pinned.invalid);
  EXPECT_EQ(tally.equivalent, pinned.equivalent);
  EXPECT_EQ(tally.different, pinned.different);
  EXPECT_EQ(tally.undecided, 0u);

  ScoreOptions scoring;
  scoring.threads = 2;
  const auto suite = suite_by_mutation(*run.mutants, run.results, scoring);
  ASSERT_TRUE(suite) << render(suite.error());
  EXPECT_EQ(suite->killed, tally.different);
  EXPECT_LE(suite->tests.size(), tally.different);

  // The same by the way that users go.
  const auto text = text_source("suite.als", modeltest::write_plain(run.mutants->model, suite->tests, {}));
  const MutationRun scored = run_of(example_model(pinned.model), options, {text});
  EXPECT_EQ(scored.total().killed, tally.different);
}

INSTANTIATE_TEST_SUITE_P(
    Mutation, ExampleModels,
    testing::Values(Pinned{"acyclic_list", "3", 51, 0, 7, 44}, Pinned{"binary_tree", "3", 61, 0, 7, 54},
                    Pinned{"full_tree", "3", 79, 0, 11, 68}, Pinned{"handshake", "4", 91, 0, 16, 75},
                    Pinned{"queens", "3", 68, 0, 13, 55}, Pinned{"river_crossing", "3", 78, 0, 8, 70},
                    Pinned{"dijkstra_mutex", "3", 132, 0, 5, 127}, Pinned{"loop_list", "3", 134, 0, 30, 104}),
    [](const auto& info) { return std::string(info.param.model); });

}  // namespace
}  // namespace fretsaw::mutation
