// SPDX-License-Identifier: MIT
// A binary tree without keys: only its shape matters.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <unordered_set>
#include <vector>

class BinaryTree {
 public:
  struct Node {
    Node* left = nullptr;
    Node* right = nullptr;
  };

  BinaryTree() = default;
  BinaryTree(const BinaryTree&) = delete;
  BinaryTree& operator=(const BinaryTree&) = delete;
  ~BinaryTree() {
    while (root_ != nullptr) remove_min();
  }

  int size() const { return size_; }
  bool empty() const { return root_ == nullptr; }
  const Node* root() const { return root_; }

  // The nodes reachable from the root form a tree, and size_ is their number. A child is checked before the
  // next one is read: a search that observes reads rejects a bad left child without trying any right one.
  bool rep_ok() const {
    if (root_ == nullptr) return size_ == 0;
    std::unordered_set<const Node*> visited{root_};
    std::vector<const Node*> work{root_};
    for (std::size_t i = 0; i < work.size(); ++i) {
      const Node* node = work[i];
      if (node->left != nullptr) {
        if (!visited.insert(node->left).second) return false;
        work.push_back(node->left);
      }
      if (node->right != nullptr) {
        if (!visited.insert(node->right).second) return false;
        work.push_back(node->right);
      }
    }
    return static_cast<int>(visited.size()) == size_;
  }

  /*@ ensures { @result = true <=> some @node & this.root_.*(left + right) } */
  bool has(const Node* node) const {
    std::vector<const Node*> work{root_};
    while (!work.empty()) {
      const Node* current = work.back();
      work.pop_back();
      if (current == nullptr) continue;
      if (current == node) return true;
      work.push_back(current->right);
      work.push_back(current->left);
    }
    return false;
  }

  // Appends a leaf at the first free place in level order, which keeps the tree as low as it can be.
  /*@ ensures { this.root_.*(left + right) = this.root_`.*(left` + right`) + @result && one @result } */
  Node* add() {
    Node** place = &root_;
    std::vector<Node*> level_order;
    if (root_ != nullptr) level_order.push_back(root_);
    for (std::size_t i = 0; i < level_order.size(); ++i) {
      Node* node = level_order[i];
      if (node->left == nullptr || node->right == nullptr) {
        place = node->left == nullptr ? &node->left : &node->right;
        break;
      }
      level_order.push_back(node->left);
      level_order.push_back(node->right);
    }
    *place = new Node;
    ++size_;
    return *place;
  }

  // Removes and frees the node; the others stay, and stay in their in-order sequence. Throws if !has(node).
  /*@ normal_behavior
        requires has(node);
        ensures { this.root_.*(left + right) = this.root_`.*(left` + right`) - @node }
      also exceptional_behavior
        requires !has(node);
        signals std::invalid_argument; */
  void remove(Node* node) {
    if (!has(node)) throw std::invalid_argument("the node is not in the tree");
    unlink(*find_link(node));
  }

  // Removes the first node in order. Throws if the tree is empty.
  /*@ normal_behavior
        requires !empty();
        ensures size() == \old(size()) - 1;
      also exceptional_behavior
        requires empty();
        signals std::out_of_range { this.root_ = this.root_` } */
  void remove_min() {
    if (root_ == nullptr) throw std::out_of_range("the tree is empty");
    Node** link = &root_;
    while ((*link)->left != nullptr) link = &(*link)->left;
    unlink(*link);
  }

 private:
  // The pointer to the node. Requires has(node).
  Node** find_link(const Node* node) {
    std::vector<Node**> work{&root_};
    for (;;) {
      Node** link = work.back();
      work.pop_back();
      if (*link == node) return link;
      if (*link == nullptr) continue;
      work.push_back(&(*link)->right);
      work.push_back(&(*link)->left);
    }
  }

  // Frees the node behind the link and puts the join of its subtrees in its place.
  void unlink(Node*& link) {
    Node* gone = link;
    if (gone->left == nullptr) {
      link = gone->right;
    } else {
      Node* last = gone->left;
      while (last->right != nullptr) last = last->right;
      last->right = gone->right;
      link = gone->left;
    }
    delete gone;
    --size_;
  }

  Node* root_ = nullptr;
  int size_ = 0;
};
