// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "binary_tree.hpp"
#include "examples/random_operations.hpp"
#include "red_black_tree.hpp"
#include "search_tree.hpp"

namespace examples {
namespace {

void collect(const BinaryTree::Node* node, std::vector<const BinaryTree::Node*>& in_order) {
  if (node == nullptr) return;
  collect(node->left, in_order);
  in_order.push_back(node);
  collect(node->right, in_order);
}

std::vector<const BinaryTree::Node*> in_order(const BinaryTree& tree) {
  std::vector<const BinaryTree::Node*> nodes;
  collect(tree.root(), nodes);
  return nodes;
}

int height(const BinaryTree::Node* node) {
  return node == nullptr ? 0 : 1 + std::max(height(node->left), height(node->right));
}

TEST(BinaryTree, IsEmptyAtFirst) {
  BinaryTree tree;
  EXPECT_TRUE(tree.rep_ok());
  EXPECT_TRUE(tree.empty());
  EXPECT_FALSE(tree.has(nullptr));
  EXPECT_THROW(tree.remove_min(), std::out_of_range);
  EXPECT_THROW(tree.remove(nullptr), std::invalid_argument);
}

TEST(BinaryTree, StaysAsLowAsItCanWhileItGrows) {
  BinaryTree tree;
  for (int size = 1; size <= 64; ++size) {
    tree.add();
    EXPECT_LT(size, 1 << height(tree.root()));
    EXPECT_GE(size, 1 << (height(tree.root()) - 1));
  }
}

TEST(BinaryTree, LosesExactlyTheRemovedNode) {
  for_each_seed([](Dice& dice) {
    BinaryTree tree;
    for (int i = 0; i < 200; ++i) {
      std::vector<const BinaryTree::Node*> nodes = in_order(tree);
      if (nodes.empty() || dice.one_in(2)) {
        const BinaryTree::Node* added = tree.add();
        ASSERT_TRUE(tree.has(added));
        ASSERT_EQ(tree.size(), static_cast<int>(nodes.size()) + 1);
      } else {
        const bool first = dice.one_in(3);
        const auto gone = nodes.begin() + (first ? 0 : dice.roll(0, static_cast<int>(nodes.size()) - 1));
        if (first) {
          tree.remove_min();
        } else {
          tree.remove(const_cast<BinaryTree::Node*>(*gone));
        }
        nodes.erase(gone);
        ASSERT_EQ(in_order(tree), nodes);
      }
      ASSERT_TRUE(tree.rep_ok());
    }
  });
}

TEST(SearchTree, BehavesLikeASet) {
  for_each_seed([](Dice& dice) {
    SearchTree tree;
    std::set<int> set;
    for (int i = 0; i < 300; ++i) {
      const int key = dice.roll(-10, 30);
      if (dice.one_in(2)) {
        ASSERT_EQ(tree.insert(key), set.insert(key).second);
      } else {
        ASSERT_EQ(tree.remove(key), set.erase(key) == 1);
      }
      ASSERT_TRUE(tree.rep_ok());
      ASSERT_EQ(tree.keys(), std::vector<int>(set.begin(), set.end()));
      ASSERT_EQ(tree.size(), static_cast<int>(set.size()));
      ASSERT_EQ(tree.contains(key), set.count(key) == 1);
      if (set.empty()) {
        ASSERT_FALSE(tree.min() || tree.max());
      } else {
        ASSERT_EQ(tree.min(), *set.begin());
        ASSERT_EQ(tree.max(), *set.rbegin());
      }
    }
  });
}

TEST(RedBlackTree, BehavesLikeAMap) {
  for_each_seed([](Dice& dice) {
    RedBlackTree tree;
    std::map<int, int> map;
    const int keys = dice.roll(1, 60);
    for (int i = 0; i < 400; ++i) {
      const int key = dice.roll(0, keys);
      if (dice.one_in(2)) {
        const bool is_new = map.count(key) == 0;
        map[key] = i;
        ASSERT_EQ(tree.put(key, i), is_new);
      } else {
        ASSERT_EQ(tree.remove(key), map.erase(key) == 1);
      }
      ASSERT_TRUE(tree.rep_ok());
      ASSERT_TRUE(tree.rep_ok_by_neighbors());
      ASSERT_EQ(tree.size(), static_cast<int>(map.size()));
      ASSERT_EQ(tree.contains(key), map.count(key) == 1);
      if (!map.empty()) {
        ASSERT_EQ(tree.min_key(), map.begin()->first);
      }
      std::vector<int> expected;
      for (const auto& [k, v] : map) {
        expected.push_back(k);
        ASSERT_EQ(tree.get(k), v);
      }
      ASSERT_EQ(tree.keys(), expected);
    }
  });
}

TEST(RedBlackTree, RefusesWhatIsNotThere) {
  RedBlackTree tree;
  EXPECT_THROW(tree.put(-1, 0), std::invalid_argument);
  EXPECT_THROW(tree.min_key(), std::out_of_range);
  EXPECT_FALSE(tree.get(1).has_value());
  EXPECT_FALSE(tree.remove(1));
  EXPECT_TRUE(tree.rep_ok());
}

}  // namespace
}  // namespace examples
