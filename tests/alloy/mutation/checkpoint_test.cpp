// SPDX-License-Identifier: MIT
// A run that ends early goes on from its checkpoint, and says in the end what it would have said at once.
#include "work/checkpoint.hpp"

#include <gtest/gtest.h>

#include <mutex>

#include "alloy/mutation/mutating.hpp"
#include "alloy/mutation/mutation_report.hpp"
#include "support/folder.hpp"

namespace fretsaw::mutation {
namespace {

SourcePtr kept_model() { return example_model("binary_tree"); }

SourcePtr kept_tests() {
  return text_source("tests.als",
                     "run { no Node } for 2 expect 1\nrun { some left } for 2 expect 1\n"
                     "run { some n: Node | n in n.left.^right } for 2 expect 1\n");
}

MutationOptions kept_options(const std::string& file) {
  MutationOptions options;
  options.scope = text_source("--scope", "2");
  options.checkpoint = file;
  options.identity = "a run";
  return options;
}

std::string everything(const MutationRun& run) { return mutation_text(run) + mutation_junit(run); }

TEST(MutationCheckpoint, ARunThatIsCutOffAnywhereResumes) {
  MutationOptions plain = kept_options("");
  plain.checkpoint.reset();
  const MutationRun whole = run_of(kept_model(), plain, {kept_tests()});
  ASSERT_GT(whole.mutants->all.size(), 40U);
  for (const std::size_t steps : {1U, 20U, 32U, 33U, 50U, 90U}) {
    const test::Folder folder;
    MutationOptions options = kept_options(folder / "checkpoint");
    std::size_t rounds = 0;
    for (StopReason stop = StopReason::Cancelled; stop != StopReason::None; ++rounds) {
      ASSERT_LT(rounds, 200U);
      std::size_t done = 0;
      options.stage.limits.cancel = Cancel();
      options.threads = 1 + rounds % 3;
      std::mutex mutex;
      // At least one more unit each time.
      options.progress = [&] {
        const std::lock_guard lock(mutex);
        if (++done == steps + 35 * rounds) options.stage.limits.cancel.request();
      };
      const MutationRun run = run_of(kept_model(), options, {kept_tests()});
      stop = run.stop();
      if (stop == StopReason::None) EXPECT_EQ(everything(run), everything(whole)) << steps << " steps";
    }
    EXPECT_GT(rounds, 1U);
    // And once more: there is nothing left to do.
    options.progress = [] {};
    const MutationRun again = run_of(kept_model(), options, {kept_tests()});
    EXPECT_EQ(again.resumed_count, whole.mutants->all.size());
    EXPECT_EQ(everything(again), everything(whole));
  }
}

TEST(MutationCheckpoint, ItBelongsToItsRun) {
  const test::Folder folder;
  const MutationOptions options = kept_options(folder / "checkpoint");
  ASSERT_TRUE(run_mutation(kept_model(), {}, options));
  const auto message = [&](const SourcePtr& model, const std::vector<SourcePtr>& tests,
                           const MutationOptions& with) {
    const auto run = run_mutation(model, tests, with);
    return run ? std::string() : run.error().message;
  };
  const std::string other = "the checkpoint was written by a different search";
  EXPECT_EQ(message(kept_model(), {}, options), "");
  EXPECT_EQ(message(kept_model(), {kept_tests()}, options), other);
  EXPECT_EQ(message(example_model("list"), {}, options), other);
  MutationOptions renamed = options;
  renamed.identity = "another";
  EXPECT_EQ(message(kept_model(), {}, renamed), other);
  std::string text = folder.read("checkpoint");
  text.replace(text.find("\"judged\":[[0,"), 13, "\"judged\":[[999999,");
  folder.write("checkpoint", text);
  EXPECT_EQ(message(kept_model(), {}, options), "the checkpoint is damaged");
  folder.write("checkpoint", work::sealed_checkpoint(text.substr(text.find('\n') + 1)));
  EXPECT_EQ(message(kept_model(), {}, options), "the checkpoint is damaged");
  MutationOptions nowhere = kept_options("/nowhere/at/all");
  EXPECT_EQ(message(kept_model(), {}, nowhere), "cannot write '/nowhere/at/all': No such file or directory");
}

TEST(MutationCheckpoint, ThreadsDoNotMatter) {
  MutationOptions options;
  const std::string alone = everything(run_of(kept_model(), options, {kept_tests()}));
  options.threads = 3;
  EXPECT_EQ(everything(run_of(kept_model(), options, {kept_tests()})), alone);
}

}  // namespace
}  // namespace fretsaw::mutation
