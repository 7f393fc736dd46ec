// SPDX-License-Identifier: MIT
// A binomial min-heap: one tree of 2^k nodes for each bit k of its size, kept in an array by k.
#pragma once

#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

class BinomialHeap {
 public:
  static constexpr int kOrders = 16;
  static constexpr int kMaxSize = (1 << kOrders) - 1;

  BinomialHeap() = default;
  BinomialHeap(const BinomialHeap&) = delete;
  BinomialHeap& operator=(const BinomialHeap&) = delete;
  ~BinomialHeap() {
    for (Node* tree : trees_) destroy(tree);
  }

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // There is a tree for each bit of size_, each is binomial, and no key is less than its parent's.
  bool rep_ok() const {
    if (size_ < 0 || size_ > kMaxSize) return false;
    for (int order = 0; order < kOrders; ++order) {
      if ((trees_[order] != nullptr) != ((size_ >> order & 1) == 1)) return false;
    }
    std::unordered_set<const Node*> visited;
    for (int order = 0; order < kOrders; ++order) {
      const Node* tree = trees_[order];
      if (tree == nullptr) continue;
      if (tree->sibling != nullptr || !is_binomial(tree, order, nullptr, visited)) return false;
    }
    return true;
  }

  // Throws if the heap is full.
  /*@ normal_behavior
        requires size() < kMaxSize;
        ensures size() == \old(size()) + 1 && min() <= key;
      also exceptional_behavior
        requires size() == kMaxSize;
        signals std::length_error; */
  void insert(int key) {
    if (size_ == kMaxSize) throw std::length_error("the heap is full");
    add(new Node{key}, 0);
    ++size_;
  }

  // Throw if the heap is empty.
  /*@ normal_behavior
        requires !empty();
        ensures {
          @result in univ.(this.trees_).*(child + sibling).key
          all n: univ.(this.trees_).*(child + sibling) | @result <= n.key
        }
      also exceptional_behavior
        requires empty();
        signals std::out_of_range; */
  int min() const { return trees_[order_of_min()]->key; }
  /*@ normal_behavior
        requires !empty();
        ensures \result == \old(min()) && size() == \old(size()) - 1 && (empty() || min() >= \result);
      also exceptional_behavior
        requires empty();
        signals std::out_of_range; */
  int extract_min() {
    const int order = order_of_min();
    Node* root = std::exchange(trees_[order], nullptr);
    const int key = root->key;
    Node* child = root->child;
    delete root;
    for (int below = order - 1; below >= 0; --below) add(std::exchange(child, child->sibling), below);
    --size_;
    return key;
  }

  // Moves all elements of the other heap into this one. Throws if they do not fit. Two heaps share no nodes.
  /*@ requires {
        @other != this => no univ.(this.trees_).*(child + sibling) & univ.(@other.trees_).*(child + sibling)
      }
      ensures &other == this || (size() == \old(size() + other.size()) && other.empty());
      signals std::length_error if other.size() > kMaxSize - size(); */
  void merge(BinomialHeap& other) {
    if (&other == this) return;
    if (other.size_ > kMaxSize - size_) throw std::length_error("the heap is full");
    for (int order = 0; order < kOrders; ++order) {
      if (other.trees_[order] != nullptr) add(std::exchange(other.trees_[order], nullptr), order);
    }
    size_ += std::exchange(other.size_, 0);
  }

 private:
  // The children of a node, linked by sibling, are trees of descending order.
  struct Node {
    int key = 0;
    Node* child = nullptr;
    Node* sibling = nullptr;
  };

  // The key of the parent is null for a root.
  static bool is_binomial(const Node* node, int order, const int* parent_key,
                          std::unordered_set<const Node*>& visited) {
    if (node == nullptr || !visited.insert(node).second) return false;
    if (parent_key != nullptr && node->key < *parent_key) return false;
    const Node* child = node->child;
    for (int below = order - 1; below >= 0; --below) {
      if (!is_binomial(child, below, &node->key, visited)) return false;
      child = child->sibling;
    }
    return child == nullptr;
  }

  // Carries the tree into the array, as one adds a bit to a number.
  void add(Node* tree, int order) {
    tree->sibling = nullptr;
    while (trees_[order] != nullptr) tree = join(tree, std::exchange(trees_[order++], nullptr));
    trees_[order] = tree;
  }

  static Node* join(Node* a, Node* b) {
    if (b->key < a->key) std::swap(a, b);
    b->sibling = a->child;
    a->child = b;
    return a;
  }

  int order_of_min() const {
    int best = -1;
    for (int order = 0; order < kOrders; ++order) {
      if (trees_[order] == nullptr) continue;
      if (best == -1 || trees_[order]->key < trees_[best]->key) best = order;
    }
    if (best == -1) throw std::out_of_range("the heap is empty");
    return best;
  }

  static void destroy(Node* node) {
    while (node != nullptr) {
      destroy(node->child);
      delete std::exchange(node, node->sibling);
    }
  }

  int size_ = 0;
  Node* trees_[kOrders] = {};
};
