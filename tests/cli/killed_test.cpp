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

using namespace std::chrono_literals;

int rounds() { return std::getenv("FRETSAW_FULL_TESTS") != nullptr ? 150 : 2; }

// Kills it again and again, at moments that chance wants, until one comes to its end. Nobody reads meanwhile:
// for programs that say little.
Finished end_of(const std::vector<std::string>& words, std::mt19937& random, int& kills) {
  for (std::chrono::duration<double, std::milli> longest = 1500ms;; longest *= 1.5) {
    const auto moment = longest * (static_cast<double>(random()) / static_cast<double>(std::mt19937::max()));
    auto start = Start{.arguments = words};
    if (random() % 2 == 0) start.arguments.insert(start.arguments.end(), {"-j", "2"});
    start.then = [&](pid_t process) {
      std::this_thread::sleep_for(moment);
      kill(process, SIGKILL);
    };
    const auto done = run(start);
    if (done.status == 0) return done;
    EXPECT_EQ(done.status, 128 + SIGKILL) << done.out << done.err;
    ++kills;
  }
}

TEST(Killed, AnEnumerationGoesOnFromItsCheckpoint) {
  std::mt19937 random(7);
  int kills = 0;
  for (int round = 0; round < rounds(); ++round) {
    const Folder folder;
    const auto document =
        end_of({"enumerate", FRETSAW_SOURCE_DIR "/models/structures/binary_trees.als", "-c", "0", "--scope",
                "exactly 10 Node", "--count", "--json", "--checkpoint", folder / "checkpoint"},
               random, kills)
            .json();
    EXPECT_EQ(document.at("instances"), 16796) << "round " << round;
    EXPECT_EQ(document.at("complete"), true);
  }
  EXPECT_GT(kills, 0);
}

TEST(Killed, ASearchForObjectsGoesOnFromItsCheckpoint) {
  const std::vector<std::string> words = {
      "generate", FRETSAW_SOURCE_DIR "/examples/structures/binary_tree.hpp",
      "--class",  "BinaryTree",
      "--size",   "12",
      "--values", "BinaryTree::size_=12",
      "--count",  "--json"};
  ASSERT_EQ(fretsaw(words).json().at("structures"), 208012);
  std::mt19937 random(11);
  int kills = 0;
  for (int round = 0; round < rounds(); ++round) {
    const Folder folder;
    auto with = words;
    with.insert(with.end(), {"--checkpoint", folder / "checkpoint"});
    const auto document = end_of(with, random, kills).json();
    EXPECT_EQ(document.at("structures"), 208012) << "round " << round;
  }
  EXPECT_GT(kills, 0);
}

TEST(Killed, MutantsAreGoneOnWithFromTheirCheckpoint) {
  const std::vector<std::string> words = {"mutate", FRETSAW_SOURCE_DIR "/examples/models/dijkstra_mutex.als",
                                          "--scope", "3", "--json"};
  const auto whole = fretsaw(words).json();
  ASSERT_GT(whole.at("mutants"), 100);
  std::mt19937 random(62);  // the first moment is after 51 ms
  int kills = 0;
  for (int round = 0; round < rounds(); ++round) {
    const Folder folder;
    auto with = words;
    with.insert(with.end(), {"--checkpoint", folder / "checkpoint"});
    EXPECT_EQ(end_of(with, random, kills).json(), whole) << "round " << round;
  }
  EXPECT_GT(kills, 0);
}

// What was shown is in the files of one run or the other, and in each of them once.
TEST(Killed, FilesOfResultsAreAllThereOnce) {
  const std::vector<std::string> words = {
      "enumerate",     FRETSAW_SOURCE_DIR "/models/structures/binary_trees.als", "-c", "0", "--scope",
      "exactly 8 Node"};
  const Folder at_once;
  auto plain = words;
  plain.insert(plain.end(), {"--out", at_once / "out"});
  ASSERT_EQ(fretsaw(plain).status, 0);
  std::mt19937 random(48);  // the first moment is after 26 ms
  int kills = 0;
  for (int round = 0; round < rounds(); ++round) {
    const Folder folder;
    auto with = words;
    with.insert(with.end(), {"--checkpoint", folder / "checkpoint", "--out", folder / "out"});
    EXPECT_EQ(end_of(with, random, kills).out.find("1430 instances in all"), 0U) << "round " << round;
    for (int i = 1; i <= 1430; ++i) {
      const std::string name = fmt::format("out/instance-{:06}.txt", i);
      ASSERT_EQ(folder.read(name), at_once.read(name)) << "round " << round;
    }
    EXPECT_FALSE(std::filesystem::exists(folder / "out/instance-001431.txt"));
  }
  EXPECT_GT(kills, 0);
}

}  // namespace
}  // namespace fretsaw::test
