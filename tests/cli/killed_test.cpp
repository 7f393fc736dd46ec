// SPDX-License-Identifier: MIT
// A run that is killed at any moment goes on from its checkpoint without loss or repetition.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using namespace std::chrono_literals;

int rounds() { return std::getenv("FRETSAW_FULL_TESTS") != nullptr ? 150 : 2; }

// Kills it again and again, at moments that chance wants, until one comes to its end.
nlohmann::json end_of(const std::vector<std::string>& words, std::mt19937& random, int& kills) {
  for (std::chrono::duration<double, std::milli> longest = 1500ms;; longest *= 1.5) {
    const auto moment = longest * (static_cast<double>(random()) / static_cast<double>(std::mt19937::max()));
    auto start = Start{.arguments = words};
    if (random() % 2 == 0) start.arguments.insert(start.arguments.end(), {"-j", "2"});
    start.then = [&](pid_t process) {
      std::this_thread::sleep_for(moment);
      kill(process, SIGKILL);
    };
    const auto done = run(start);
    if (done.status == 0) return done.json();
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
               random, kills);
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
    const auto document = end_of(with, random, kills);
    EXPECT_EQ(document.at("structures"), 208012) << "round " << round;
  }
  EXPECT_GT(kills, 0);
}

}  // namespace
}  // namespace fretsaw::test
