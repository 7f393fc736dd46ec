// SPDX-License-Identifier: MIT
// An unbalanced binary search tree of distinct integers.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_set>
#include <vector>

class SearchTree {
 public:
  SearchTree() = default;
  SearchTree(const SearchTree&) = delete;
  SearchTree& operator=(const SearchTree&) = delete;
  ~SearchTree() {
    while (root_ != nullptr) unlink(root_);
  }

  int size() const { return size_; }
  bool empty() const { return root_ == nullptr; }

  // The nodes form a tree, size_ counts them, and an in-order walk meets the keys in ascending order.
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
    return static_cast<int>(visited.size()) == size_ && is_ordered(root_, nullptr, nullptr);
  }

  // Whether the key was new.
  //@ ensures contains(key) && \result == !\old(contains(key)) && size() == \old(size()) + (\result ? 1 : 0);
  bool insert(int key) {
    Node** link = find_link(key);
    if (*link != nullptr) return false;
    *link = new Node{key};
    ++size_;
    return true;
  }

  // Whether the key was there.
  /*@ ensures {
        this.root_.*(left + right).key = this.root_`.*(left` + right`).key` - @key
        @result = true <=> @key in this.root_`.*(left` + right`).key`
      } */
  bool remove(int key) {
    Node** link = find_link(key);
    if (*link == nullptr) return false;
    unlink(*link);
    return true;
  }

  /*@ ensures { @result = true <=> @key in this.root_.*(left + right).key } */
  bool contains(int key) const {
    const Node* node = root_;
    while (node != nullptr && node->key != key) node = key < node->key ? node->left : node->right;
    return node != nullptr;
  }

  /*@ ensures { @result = min[this.root_.*(left + right).key] } */
  std::optional<int> min() const {
    if (root_ == nullptr) return std::nullopt;
    const Node* node = root_;
    while (node->left != nullptr) node = node->left;
    return node->key;
  }

  /*@ ensures { @result = max[this.root_.*(left + right).key] } */
  std::optional<int> max() const {
    if (root_ == nullptr) return std::nullopt;
    const Node* node = root_;
    while (node->right != nullptr) node = node->right;
    return node->key;
  }

  std::vector<int> keys() const {
    std::vector<int> sorted;
    collect(root_, sorted);
    return sorted;
  }

 private:
  struct Node {
    int key = 0;
    Node* left = nullptr;
    Node* right = nullptr;
  };

  // Requires a tree. A bound is null where the key is not bounded.
  static bool is_ordered(const Node* node, const int* above, const int* below) {
    if (above != nullptr && node->key <= *above) return false;
    if (below != nullptr && node->key >= *below) return false;
    if (node->left != nullptr && !is_ordered(node->left, above, &node->key)) return false;
    return node->right == nullptr || is_ordered(node->right, &node->key, below);
  }

  static void collect(const Node* node, std::vector<int>& sorted) {
    if (node == nullptr) return;
    collect(node->left, sorted);
    sorted.push_back(node->key);
    collect(node->right, sorted);
  }

  // The pointer to the node with the key, or the null pointer where that node would hang.
  Node** find_link(int key) {
    Node** link = &root_;
    while (*link != nullptr && (*link)->key != key) {
      link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    }
    return link;
  }

  // Frees the node behind the link; with two children, its successor takes its place.
  void unlink(Node*& link) {
    Node* gone = link;
    if (gone->left != nullptr && gone->right != nullptr) {
      Node** successor = &gone->right;
      while ((*successor)->left != nullptr) successor = &(*successor)->left;
      gone->key = (*successor)->key;
      unlink(*successor);
      return;
    }
    link = gone->left != nullptr ? gone->left : gone->right;
    delete gone;
    --size_;
  }

  Node* root_ = nullptr;
  int size_ = 0;
};
