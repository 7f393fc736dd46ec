// SPDX-License-Identifier: MIT
// Every verb that keeps a checkpoint goes on from a good one, and refuses any other by name, with status 2
// and without a result. (Every bit and every length: work/checkpoint_test.cpp.)
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "cli/generating.hpp"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;

class DamagedCheckpoint : public Generate {
 protected:
  // The words of a run that keeps a checkpoint in `file_`.
  void expect_refusals(std::vector<std::string> words) {
    words.insert(words.end(), {"--checkpoint", file_});
    const Finished first = fretsaw(words);
    ASSERT_LE(first.status, 1) << first.err;
    const std::string good = folder_.read("checkpoint");
    EXPECT_THAT(good, testing::StartsWith("fretsaw checkpoint 4 "));
    const Finished again = fretsaw(words);
    EXPECT_EQ(again.status, first.status) << again.err;
    const auto expect = [&](const std::string& text, const std::string& message) {
      folder_.write("checkpoint", text);
      const Finished refused = fretsaw(words);
      EXPECT_EQ(refused.status, 2) << message;
      EXPECT_EQ(refused.out, "") << message;
      EXPECT_THAT(refused.err, HasSubstr("error: " + message + ": '" + file_ + "'\n"));
      EXPECT_EQ(folder_.read("checkpoint"), text) << "it is left as it was";
    };
    const char* const damaged = "the checkpoint is damaged";
    std::string flipped = good;
    flipped[good.size() / 2] = static_cast<char>(flipped[good.size() / 2] ^ 1);
    expect(flipped, damaged);
    expect(good.substr(0, good.size() - 1), damaged);
    expect(good + good, damaged);
    expect("", "not a checkpoint");
    expect(R"({"fingerprint":"","rest":[],"schema":"fretsaw/checkpoint/3","totals":{}})",
           "the checkpoint was written by another version of fretsaw");
    folder_.write("checkpoint", good);
    EXPECT_EQ(fretsaw(words).status, first.status);
  }

  std::string file_ = folder_ / "checkpoint";
};

constexpr const char* kSmallModel =
    "sig Node { next: lone Node }\npred Few[last: set Node] { #last < 2 }\nrun lists {} for 2\n";

TEST_F(DamagedCheckpoint, OfEnumerateIsRefused) {
  expect_refusals({"enumerate", folder_.write("nodes.als", kSmallModel), "-c", "lists", "--count"});
}

TEST_F(DamagedCheckpoint, OfGenerateIsRefused) { expect_refusals(list_words({"--size", "2", "--count"})); }

TEST_F(DamagedCheckpoint, OfCheckIsRefused) {
  expect_refusals({"check",
                   folder_.write("pair.hpp",
                                 "struct Pair {\n  int a = 0;\n  bool rep_ok() const { return a >= 0; }\n"
                                 "  //@ ensures \\result < 2;\n  int get() const { return a; }\n};\n"),
                   "--method", "Pair::get", "--size", "3", "--keep-going"});
}

TEST_F(DamagedCheckpoint, OfCheckModelIsRefused) {
  expect_refusals({"check-model", folder_.write("nodes.als", kSmallModel), "-c", "lists", "--harness",
                   folder_.write("harness.cpp", R"(#include <fretsaw/harness.hpp>
using namespace fretsaw;
ModelResults ends(const AlloyInstance& instance) {
  ModelResults results;
  auto& last = results["last"];
  for (const AlloyAtom& node : instance.atoms("Node"))
    if (instance.join(node, "next").empty()) last.push_back({node});
  return results;
}
FRETSAW_HARNESS(ends, "Few")
)"),
                   "--keep-going"});
}

TEST_F(DamagedCheckpoint, OfMutateIsRefused) {
  expect_refusals({"mutate", folder_.write("nodes.als", kSmallModel), "--operators", "UOI"});
}

TEST_F(DamagedCheckpoint, ThatIsNoFileIsRefusedAtOnce) {
  const std::vector<std::string> words = {"enumerate", folder_.write("nodes.als", kSmallModel), "-c", "lists",
                                          "--checkpoint"};
  const auto refused = [&](const std::string& file) {
    auto with = words;
    with.push_back(file);
    const Finished done = fretsaw(with);
    EXPECT_EQ(done.status, 2);
    return done.err;
  };
  ASSERT_EQ(mkfifo(file_.c_str(), 0600), 0);
  EXPECT_THAT(refused(file_), HasSubstr("error: not a regular file: '" + file_ + "'\n"));
  EXPECT_THAT(refused("/dev/zero"), HasSubstr("error: not a regular file: '/dev/zero'\n"));
  EXPECT_THAT(refused(folder_.path()), HasSubstr("error: not a regular file: "));
}

}  // namespace
}  // namespace fretsaw::test
