// SPDX-License-Identifier: MIT
// Objects together with arguments.
#include "fretsaw/inputs.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "search_tree.hpp"

namespace fretsaw {
namespace {

TEST(Inputs, AreAllPairsEachWithAFreshObject) {
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

TEST(Inputs, RejectInvalidBoundsOfArguments) {
  const auto use = [](const char* text) {
    for (auto& [tree, key] : all<SearchTree, int>({.size = 1, .values = {{"argument1", text}}}))
      static_cast<void>(tree), static_cast<void>(key);
  };
  EXPECT_THROW(use("one"), std::invalid_argument);
  EXPECT_THROW(use("3..1"), std::invalid_argument);
  EXPECT_THROW(use("-9223372036854775808..9223372036854775807"), std::invalid_argument);
}

template <class Argument>
std::string refusal(const Bounds& bounds) {
  try {
    for (auto& [tree, key] : all<SearchTree, Argument>(bounds))
      static_cast<void>(tree), static_cast<void>(key);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(Inputs, RejectBoundsOfMissingArguments) {
  EXPECT_EQ(refusal<int>({.size = 1, .values = {{"argument2", "1"}}}),
            "unknown argument 'argument2': expected argument1");
  EXPECT_EQ(refusal<int>({.size = 1, .values = {{"argument", "1"}}}),
            "unknown argument 'argument': expected argument1");
  EXPECT_EQ(refusal<unsigned char>({.size = 1, .values = {{"argument1", "0..300"}}}),
            "invalid value '300' for 'argument1': out of range for its type");
  EXPECT_EQ(refusal<unsigned>({.size = 1, .values = {{"argument1", "-1"}}}),
            "invalid value '-1' for 'argument1': out of range for its type");
  EXPECT_EQ(refusal<bool>({.size = 1, .values = {{"argument1", "0..2"}}}),
            "invalid value '2' for 'argument1': out of range for its type");
  EXPECT_EQ(refusal<unsigned long>({.size = 1, .values = {{"argument1", "9223372036854775807"}}}), "");
}

TEST(Inputs, HaveEachValueOnce) {
  std::vector<int> keys;
  for (auto& [tree, key] : all<SearchTree, int>({.size = 0, .values = {{"argument1", "2,1..3,2"}}})) {
    EXPECT_TRUE(tree.empty());
    keys.push_back(key);
  }
  EXPECT_EQ(keys, (std::vector<int>{2, 1, 3}));
}

}  // namespace
}  // namespace fretsaw
