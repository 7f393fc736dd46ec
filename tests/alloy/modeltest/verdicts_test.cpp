// SPDX-License-Identifier: MIT
// The verdict of an evaluated test is the one that solving its command gives, on random models and tests.
#include <gtest/gtest.h>

#include <cstdlib>

#include "alloy/lowering/lower.hpp"
#include "alloy/model/load.hpp"
#include "alloy/modeltest/execute.hpp"
#include "alloy/modeltest/random_tests.hpp"

namespace fretsaw::modeltest {
namespace {

struct Counts {
  int tests = 0, evaluated = 0, sat = 0, refused = 0;
};

void compare(unsigned seed, Counts& counts) {
  RandomModel random(seed);
  std::string text = random.text();
  for (int i = 0; i < 25; ++i) text += random.test(i);
  const auto model = model::load(std::make_shared<const Source>("random.als", text));
  if (!model) {
    ++counts.refused;
    return;
  }
  Executor executor(*model, {});
  for (const model::Command& command : model->commands) {
    ++counts.tests;
    const Outcome outcome = executor.execute(command);
    const auto lowered = lowering::lower(*model, command);
    if (!lowered) {
      EXPECT_TRUE(outcome.error) << "seed " << seed << ", " << command.label;
      continue;
    }
    if (outcome.solved) continue;
    ++counts.evaluated;
    const auto found = find(lowered->problem());
    ASSERT_TRUE(found) << found.error().message;
    counts.sat += found->verdict == Verdict::Sat;
    ASSERT_FALSE(outcome.error) << outcome.error->message;
    EXPECT_EQ(outcome.verdict, found->verdict)
        << "seed " << seed << ", " << command.label << ": " << outcome.obstacle << "\n"
        << text;
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Verdicts, OfEvaluatedTestsAreThoseOfSolving) {
  const char* const from = std::getenv("FRETSAW_SEED");
  const unsigned first = from ? static_cast<unsigned>(std::atoi(from)) : 1;
  const char* const how_many = std::getenv("FRETSAW_SEEDS");
  const unsigned models = how_many ? static_cast<unsigned>(std::atoi(how_many)) : 300;
  Counts counts;
  for (unsigned seed = first; seed < first + models && !HasFailure(); ++seed) compare(seed, counts);
  if (from || how_many) {
    std::printf("%d tests, %d evaluated, %d of them satisfiable, %d models refused\n", counts.tests,
                counts.evaluated, counts.sat, counts.refused);
    return;
  }
  EXPECT_GT(counts.evaluated, 2500);
  EXPECT_GT(counts.sat, 100);
}

}  // namespace
}  // namespace fretsaw::modeltest
