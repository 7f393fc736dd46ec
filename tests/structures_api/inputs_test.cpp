// SPDX-License-Identifier: MIT
// Objects together with arguments.
#include "fretsaw/inputs.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "search_tree.hpp"

namespace fretsaw {
namespace {

TEST(Inputs, AreAllPairsEachWithAnObjectThatNobodyTouched) {
  std::set<std::pair<std::string, int>> seen;
  std::size_t count = 0;
  const Bounds bounds = {.size = 3, .values = {{"SearchTree::Node::key", "1..3"}, {"argument1", "1..3"}}};
  for (auto& [tree, key] : all<SearchTree, int>(bounds)) {
    ++count;
    EXPECT_TRUE(tree.rep_ok());
    seen.emplace(describe(tree), key);
    tree.remove(key);
  }
  EXPECT_EQ(count, 45U);  // 15 trees, 3 keys
  EXPECT_EQ(seen.size(), 45U);
}

TEST(Inputs, TakeSeveralArgumentsOfDifferentTypes) {
  std::set<std::tuple<int, bool, char>> seen;
  std::size_t count = 0;
  for (auto& [tree, number, flag, letter] :
       all<SearchTree, int, bool, char>({.size = 1, .values = {{"argument1", "5,7..8"}}})) {
    EXPECT_TRUE(tree.rep_ok());
    seen.emplace(number, flag, letter);
    ++count;
  }
  EXPECT_EQ(seen.size(), 3U * 2 * 1);
  EXPECT_EQ(count, 3 * seen.size());  // the empty tree, and those with 0 and 1
  EXPECT_TRUE(seen.contains({8, true, 'a'}));
}

TEST(Inputs, RefuseArgumentsThatCannotBeRead) {
  const auto use = [](const char* text) {
    for (auto& [tree, key] : all<SearchTree, int>({.size = 1, .values = {{"argument1", text}}}))
      static_cast<void>(tree), static_cast<void>(key);
  };
  EXPECT_THROW(use("one"), std::invalid_argument);
  EXPECT_THROW(use("3..1"), std::invalid_argument);
}

}  // namespace
}  // namespace fretsaw
