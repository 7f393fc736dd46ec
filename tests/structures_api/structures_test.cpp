// SPDX-License-Identifier: MIT
// fretsaw::all inside a test, as users write it: this program is instrumented by fretsaw_instrument().
#include "fretsaw/structures.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "array_stack.hpp"
#include "attribute_value_tree.hpp"
#include "binary_tree.hpp"
#include "hash_set.hpp"
#include "heap_array.hpp"

FRETSAW_PRINT_TO(BinaryTree)

namespace {

TEST(All, YieldsEveryBinaryTreeOnce) {
  std::set<std::string> shapes;
  int count = 0;
  for (BinaryTree& tree : fretsaw::all<BinaryTree>({.size = 4, .values = {{"BinaryTree::size", "4"}}})) {
    ++count;
    EXPECT_EQ(tree.size(), 4);
    EXPECT_TRUE(tree.rep_ok());
    std::string shape;
    const auto walk = [&](const auto& self, const BinaryTree::Node* node) -> void {
      shape += node == nullptr ? '.' : '(';
      if (node == nullptr) return;
      self(self, node->left);
      self(self, node->right);
      shape += ')';
    };
    walk(walk, tree.root());
    EXPECT_TRUE(shapes.insert(shape).second) << shape;
  }
  EXPECT_EQ(count, 14);
}

TEST(All, SurvivesMethodsThatDeleteAndAllocateNodes) {
  int count = 0;
  for (BinaryTree& tree : fretsaw::all<BinaryTree>({.size = 4})) {
    ++count;
    const int before = tree.size();
    if (before > 0) tree.remove_min();
    EXPECT_TRUE(tree.rep_ok());
    tree.add();
    tree.add();
    EXPECT_TRUE(tree.rep_ok());
    EXPECT_EQ(tree.size(), before + (before > 0 ? 1 : 2));
  }
  EXPECT_EQ(count, 1 + 1 + 2 + 5 + 14);
}

TEST(All, WorksOnVectorsThatGrow) {
  int count = 0;
  for (HeapArray& heap : fretsaw::all<HeapArray>({.size = 3, .values = {{"HeapArray::array", "-1..3"}}})) {
    ++count;
    heap.insert(2);
    heap.insert(3);
    EXPECT_TRUE(heap.rep_ok());
    EXPECT_EQ(heap.extract_max(), 3);
    EXPECT_TRUE(heap.rep_ok());
  }
  EXPECT_EQ(count, 66);
}

TEST(All, WorksOnOwnedAndSharedObjects) {
  int sets = 0;
  for (HashSet& set : fretsaw::all<HashSet>({.size = 2, .values = {{"HashSet::max_load_", "0.75"}}})) {
    ++sets;
    set.insert(1);
    EXPECT_TRUE(set.contains(1));
    EXPECT_TRUE(set.rep_ok());
  }
  EXPECT_GT(sets, 0);
  int trees = 0;
  for (ins::AttributeValueTree& tree : fretsaw::all<ins::AttributeValueTree>({.size = 2})) {
    ++trees;
    EXPECT_TRUE(tree.rep_ok());
  }
  EXPECT_EQ(trees, 169);
}

TEST(All, WorksOnRawArraysThatGrow) {
  int count = 0;
  for (ArrayStack& stack :
       fretsaw::all<ArrayStack>({.size = 2, .values = {{"ArrayStack::elements.length", "capacity"}}})) {
    ++count;
    const int before = stack.size();
    stack.push(7);
    stack.push(8);
    EXPECT_TRUE(stack.rep_ok());
    EXPECT_EQ(stack.pop(), 8);
    EXPECT_EQ(stack.size(), before + 1);
  }
  EXPECT_EQ(count, 1 + (1 + 3) + (1 + 3 + 9));
}

TEST(All, LoopsNest) {
  int pairs = 0;
  for (BinaryTree& a : fretsaw::all<BinaryTree>({.size = 2})) {
    for (BinaryTree& b : fretsaw::all<BinaryTree>({.size = 3})) {
      EXPECT_TRUE(a.rep_ok());
      EXPECT_TRUE(b.rep_ok());
      b.add();
      ++pairs;
    }
  }
  EXPECT_EQ(pairs, (1 + 1 + 2) * (1 + 1 + 2 + 5));
}

TEST(All, MayBeLeftEarly) {
  for (int i = 0; i < 200; ++i) {
    for (BinaryTree& tree : fretsaw::all<BinaryTree>({.size = 3})) {
      if (tree.size() == 2) break;
    }
  }
}

void finitize(fretsaw::Finitization& f, int size) {
  f.objects("BinaryTree::Node", size);
  f.set("BinaryTree::root", fretsaw::null_or("BinaryTree::Node"));
  f.set("BinaryTree::size", fretsaw::values({size}));
}

TEST(All, AcceptsAFinitizationAndRejectsInvalidBounds) {
  int count = 0;
  for (BinaryTree& tree : fretsaw::all<BinaryTree>({.size = 3, .finitization = finitize}))
    count += tree.size() == 3 ? 1 : 100;
  EXPECT_EQ(count, 5);
  EXPECT_THROW(fretsaw::all<BinaryTree>({}), std::invalid_argument);
  EXPECT_THROW(fretsaw::all<BinaryTree>({.size = 2, .values = {{"BinaryTree::width", "1"}}}),
               std::invalid_argument);
}

TEST(Describe, ShowsAnObjectAndWhatItRefersTo) {
  for (BinaryTree& tree : fretsaw::all<BinaryTree>({.size = 1, .values = {{"BinaryTree::size", "1"}}})) {
    const std::string one =
        "BinaryTree$0 = BinaryTree {root_ = Node$0, size_ = 1}\n"
        "Node$0 = BinaryTree::Node {left = null, right = null}\n";
    EXPECT_EQ(fretsaw::describe(tree), one);
    EXPECT_EQ(testing::PrintToString(tree), one);
    tree.add();
    EXPECT_NE(fretsaw::describe(tree).find("size_ = 2"), std::string::npos);
  }
}

}  // namespace
