// SPDX-License-Identifier: MIT
#include "binary_tree.hpp"
#include "examples/brute_force.hpp"
#include "red_black_tree.hpp"
#include "search_tree.hpp"

namespace examples {
namespace {

void spell(Spelling& spelling, const BinaryTree::Node* node) {
  if (!spelling.meets(node)) return;
  spell(spelling, node->left);
  spell(spelling, node->right);
}

void spell(Spelling& spelling, const SearchTree::Node* node) {
  if (!spelling.meets(node)) return;
  spelling.write(node->key);
  spell(spelling, node->left);
  spell(spelling, node->right);
}

void spell(Spelling& spelling, const RedBlackTree::Node* node) {
  if (!spelling.meets(node)) return;
  spelling.write(node->key);
  spelling.write(node->value);
  spelling.write(static_cast<int>(node->color));
  spell(spelling, node->left);
  spell(spelling, node->right);
  spell(spelling, node->parent);
}

template <class Tree>
int count_valid_trees(Fields& fields, Tree& tree) {
  return count_valid(fields, tree, [&](Spelling& spelling) {
    spelling.write(tree.size_);
    spell(spelling, tree.root_);
  });
}

Fields red_black_fields(RedBlackTree& tree, std::vector<RedBlackTree::Node>& nodes, const Bounds& bounds) {
  Fields fields;
  fields.pointer(tree.root_, nodes);
  fields.value(tree.size_, bounds.values("RedBlackTree::size_"));
  for (RedBlackTree::Node& node : nodes) {
    fields.value(node.key, bounds.values("Node::key"));
    fields.value(node.value, bounds.values("Node::value"));
    fields.pointer(node.left, nodes);
    fields.pointer(node.right, nodes);
    fields.pointer(node.parent, nodes);
    fields.value(node.color, std::vector{RedBlackTree::Color::Red, RedBlackTree::Color::Black});
  }
  return fields;
}

}  // namespace

int count_binary_trees(const Bounds& bounds) {
  BinaryTree tree;
  std::vector<BinaryTree::Node> nodes(bounds.objects("Node"));
  Fields fields;
  fields.pointer(tree.root_, nodes);
  fields.value(tree.size_, bounds.values("BinaryTree::size_"));
  for (BinaryTree::Node& node : nodes) {
    fields.pointer(node.left, nodes);
    fields.pointer(node.right, nodes);
  }
  return count_valid_trees(fields, tree);
}

int count_search_trees(const Bounds& bounds) {
  SearchTree tree;
  std::vector<SearchTree::Node> nodes(bounds.objects("Node"));
  Fields fields;
  fields.pointer(tree.root_, nodes);
  fields.value(tree.size_, bounds.values("SearchTree::size_"));
  for (SearchTree::Node& node : nodes) {
    fields.value(node.key, bounds.values("Node::key"));
    fields.pointer(node.left, nodes);
    fields.pointer(node.right, nodes);
  }
  return count_valid_trees(fields, tree);
}

int count_red_black_trees(const Bounds& bounds) {
  RedBlackTree tree;
  std::vector<RedBlackTree::Node> nodes(bounds.objects("Node"));
  Fields fields = red_black_fields(tree, nodes, bounds);
  return count_valid_trees(fields, tree);
}

int count_disputed_red_black_trees(const Bounds& bounds) {
  RedBlackTree tree;
  std::vector<RedBlackTree::Node> nodes(bounds.objects("Node"));
  Fields fields = red_black_fields(tree, nodes, bounds);
  int disputed = 0;
  fields.for_each([&] { disputed += tree.rep_ok() != tree.rep_ok_by_neighbors(); });
  return disputed;
}

}  // namespace examples
