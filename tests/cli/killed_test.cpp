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

namespace fretsaw::test {
namespace {

using Words = std::vector<std::string>;
using Milliseconds = std::chrono::duration<double, std::milli>;

// Runs of one program that are killed at moments that chance wants, until so many have been.
class Killer {
 public:
  // The program has to run through once: moments lie within the time that takes.
  Killer(unsigned seed, Words words) : random_(seed) {
    const auto start = std::chrono::steady_clock::now();
    whole_ = run({.arguments = std::move(words)});
    longest_ = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(whole_.status, 0) << whole_.err;
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
      if (done.status == 0) return done;
      EXPECT_EQ(done.status, 128 + SIGKILL) << done.out << done.err;
      ++kills_;
    }
  }

 private:
  std::mt19937 random_;
  Finished whole_;
  Milliseconds longest_{};
  int kills_ = 0;
};

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Killed, AnEnumerationGoesOnFromItsCheckpoint) {
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

TEST(Killed, ASearchForObjectsGoesOnFromItsCheckpoint) {
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

TEST(Killed, MutantsAreGoneOnWithFromTheirCheckpoint) {
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
    EXPECT_EQ(last.out.find("1430 instances in all"), 0U) << "after " << killer.kills() << " kills";
    for (int i = 1; i <= 1430; ++i) {
      const std::string name = fmt::format("out/instance-{:06}.txt", i);
      ASSERT_EQ(folder.read(name), at_once.read(name)) << "after " << killer.kills() << " kills";
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "out/instance-001431.txt"));
  }
}

}  // namespace
}  // namespace fretsaw::test
