// SPDX-License-Identifier: MIT
// A run that is killed at any moment goes on from its checkpoint without loss or repetition.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <thread>

#include "cli/process.hpp"
#include "cli/summaries.hpp"

namespace fretsaw::test {
namespace {

using Words = std::vector<std::string>;
using Milliseconds = std::chrono::duration<double, std::milli>;

// Runs of one program that are killed at moments that chance wants, until so many have been.
class Killer {
 public:
  // The program has to run through once: moments lie within the time that takes.
  Killer(unsigned seed, Words words, int status = 0) : random_(seed), status_(status) {
    const auto start = std::chrono::steady_clock::now();
    whole_ = run({.arguments = std::move(words)});
    longest_ = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(whole_.status, status_) << whole_.err;
  }

  const Finished& whole() const { return whole_; }
  int kills() const { return kills_; }
  bool has_enough() const {
    return kills_ >= (std::getenv("FRETSAW_FULL_TESTS") != nullptr ? 75 : 2) || testing::Test::HasFailure();
  }

  // Starts it again and again until one comes to its end. Nobody reads meanwhile: for programs that say
  // little.
  Finished end_of(const Words& words) {
    for (Milliseconds longest = longest_;; longest *= 1.5) {
      const auto moment =
          longest * (static_cast<double>(random_()) / static_cast<double>(std::mt19937::max()));
      auto start = Start{.arguments = words};
      if (random_() % 2 == 0) start.arguments.insert(start.arguments.end(), {"-j", "2"});
      start.then = [&](pid_t process) {
        std::this_thread::sleep_for(moment);
        kill(process, SIGKILL);
      };
      const auto done = run(start);
      if (done.status == status_) return done;
      EXPECT_EQ(done.status, 128 + SIGKILL) << done.out << done.err;
      ++kills_;
    }
  }

 private:
  std::mt19937 random_;
  int status_;  // of a run that comes to its end
  Finished whole_;
  Milliseconds longest_{};
  int kills_ = 0;
};

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Killed, AnEnumerationResumesFromItsCheckpoint) {
  const Words words = {"enumerate", FRETSAW_SOURCE_DIR "/models/structures/binary_trees.als",
                       "-c",        "0",
                       "--scope",   "exactly 10 Node",
                       "--count",   "--json"};
  Killer killer(7, words);
  while (!killer.has_enough()) {
    const Folder folder;
    const auto document = killer.end_of(words + Words{"--checkpoint", folder / "checkpoint"}).json();
    EXPECT_EQ(document.at("instances"), 16796) << "after " << killer.kills() << " kills";
    EXPECT_EQ(document.at("complete"), true);
  }
}

TEST(Killed, ASearchForObjectsResumesFromItsCheckpoint) {
  const Words words = {"generate", FRETSAW_SOURCE_DIR "/examples/structures/binary_tree.hpp",
                       "--class",  "BinaryTree",
                       "--size",   "12",
                       "--values", "BinaryTree::size_=12",
                       "--count",  "--json"};
  ASSERT_EQ(fretsaw(words).json().at("structures"), 208012);  // and it is built
  Killer killer(11, words);
  while (!killer.has_enough()) {
    const Folder folder;
    const auto document = killer.end_of(words + Words{"--checkpoint", folder / "checkpoint"}).json();
    EXPECT_EQ(document.at("structures"), 208012) << "after " << killer.kills() << " kills";
  }
}

TEST(Killed, MutantsAreResumedFromTheirCheckpoint) {
  const Words words = {"mutate", FRETSAW_SOURCE_DIR "/examples/models/dijkstra_mutex.als", "--scope", "3",
                       "--json"};
  Killer killer(62, words);
  const auto whole = killer.whole().json();
  ASSERT_GT(whole.at("mutants"), 100);
  while (!killer.has_enough()) {
    const Folder folder;
    EXPECT_EQ(killer.end_of(words + Words{"--checkpoint", folder / "checkpoint"}).json(), whole)
        << "after " << killer.kills() << " kills";
  }
}

TEST(Killed, ACheckOfAModelResumesFromItsCheckpoint) {
  const Folder sources;
  const std::string harness = sources.write("leaves.cpp", R"(#include <fretsaw/harness.hpp>
using namespace fretsaw;
ModelResults leaves(const AlloyInstance& instance) {
  ModelResults results;
  auto& found = results["found"];
  for (const AlloyAtom& node : instance.atoms("Node")) {
    if (instance.join(node, "left").empty() && instance.join(node, "right").empty()) found.push_back({node});
  }
  return results;
}
FRETSAW_HARNESS(leaves, "Few")
)");
  const std::string model = sources.write("trees.als", R"(one sig Tree { root: lone Node }
sig Node { left, right: lone Node }
fact { Node in Tree.root.*(left + right) and all n: Node | n not in n.^(left + right) and no n.left & n.right
  and lone n.~(left + right) }
pred Few[found: set Node] { #found < 4 }
run trees {} for exactly 8 Node
)");
  const Words words = {"check-model", model,          "-c",      "trees", "--harness",
                       harness,       "--keep-going", "--limit", "9",     "--json"};
  ASSERT_EQ(fretsaw(words).status, 1);  // and it is built
  Killer killer(5, words, 1);
  const auto without_time = [](nlohmann::json document) {
    document.erase("ms");
    return document;
  };
  const auto whole = without_time(killer.whole().json());
  EXPECT_EQ(whole.at("inputs"), 1430);
  EXPECT_GT(whole.at("failed"), 0);
  while (!killer.has_enough()) {
    const Folder folder;
    const auto last = killer.end_of(words + Words{"--checkpoint", folder / "checkpoint"});
    EXPECT_EQ(without_time(last.json()), whole) << "after " << killer.kills() << " kills";
  }
}

// What was shown is in the files of one run or the other, and in each of them once.
TEST(Killed, FilesOfResultsAreAllThereOnce) {
  const Words words = {"enumerate", FRETSAW_SOURCE_DIR "/models/structures/binary_trees.als",
                       "-c",        "0",
                       "--scope",   "exactly 8 Node"};
  const Folder at_once;
  Killer killer(48, words + Words{"--out", at_once / "out"});
  while (!killer.has_enough()) {
    const Folder folder;
    const auto last =
        killer.end_of(words + Words{"--checkpoint", folder / "checkpoint", "--out", folder / "out"});
    EXPECT_EQ(last.out.find(complete(1430, "instance")), 0U) << "after " << killer.kills() << " kills";
    for (int i = 1; i <= 1430; ++i) {
      const std::string name = fmt::format("out/instance-{:06}.txt", i);
      ASSERT_EQ(folder.read(name), at_once.read(name)) << "after " << killer.kills() << " kills";
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "out/instance-001431.txt"));
  }
}

}  // namespace
}  // namespace fretsaw::test
