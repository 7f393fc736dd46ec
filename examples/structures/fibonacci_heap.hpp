// SPDX-License-Identifier: MIT
// A Fibonacci min-heap (Fredman and Tarjan): rings of heap-ordered trees that are put in order only when the
// minimum is extracted. A node is marked when it has lost a child since it became one itself; at the second
// loss it is cut off.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

class FibonacciHeap {
 public:
  struct Node {
    int key = 0;
    int degree = 0;
    bool marked = false;
    Node* parent = nullptr;
    Node* child = nullptr;
    Node* left = this;
    Node* right = this;
  };

  FibonacciHeap() = default;
  FibonacciHeap(const FibonacciHeap&) = delete;
  FibonacciHeap& operator=(const FibonacciHeap&) = delete;
  ~FibonacciHeap() {
    while (min_ != nullptr) extract_min();
  }

  int size() const { return size_; }
  bool empty() const { return min_ == nullptr; }

  // Siblings form rings; parent, degree and size_ agree with them; no key is below its parent's, and none of
  // a root below that of min_; roots are unmarked; the k-th smallest degree among siblings is at least k - 2
  // (k = 1, 2, ...), which keeps degrees logarithmic.
  bool rep_ok() const {
    if (min_ == nullptr) return size_ == 0;
    std::unordered_set<const Node*> visited;
    return ring_ok(min_, nullptr, visited) && static_cast<int>(visited.size()) == size_;
  }

  // The node stays valid until its element is extracted.
  //@ ensures size() == \old(size()) + 1 && \result->key == key && min() <= key;
  Node* insert(int key) {
    Node* node = new Node;
    node->key = key;
    add_root(node);
    ++size_;
    return node;
  }

  // Throws if the heap is empty.
  /*@ normal_behavior
        requires !empty();
        ensures {
          @result in this.min_.*(right + child).key
          all n: this.min_.*(right + child) | @result <= n.key
        }
      also exceptional_behavior
        requires empty();
        signals std::out_of_range; */
  int min() const {
    if (empty()) throw std::out_of_range("the heap is empty");
    return min_->key;
  }

  // Throws if the heap is empty.
  /*@ normal_behavior
        requires !empty();
        ensures \result == \old(min()) && size() == \old(size()) - 1 && (empty() || min() >= \result);
      also exceptional_behavior
        requires empty();
        signals std::out_of_range; */
  int extract_min() {
    const int key = min();
    while (min_->child != nullptr) {
      Node* child = min_->child;
      leave_parent(child);
      add_root(child);
    }
    Node* gone = min_;
    Node* rest = gone->right != gone ? gone->right : nullptr;
    leave_ring(gone);
    delete gone;
    --size_;
    consolidate(rest);
    return key;
  }

  // Requires a node of this heap. Throws if the key is greater than the node's.
  void decrease_key(Node* node, int key) {
    if (key > node->key) throw std::invalid_argument("the key is greater than before");
    node->key = key;
    Node* parent = node->parent;
    if (parent != nullptr && key < parent->key) {
      cut(node);
      while (parent->parent != nullptr && parent->marked) parent = cut(parent);
      if (parent->parent != nullptr) parent->marked = true;
    }
    if (node->parent == nullptr && key < min_->key) min_ = node;
  }

  // Moves all elements of the other heap into this one. Two heaps share no nodes.
  //@ requires { @other != this => no this.min_.*(right + child) & @other.min_.*(right + child) }
  //@ ensures &other == this || (size() == \old(size() + other.size()) && other.empty());
  void merge(FibonacciHeap& other) {
    if (&other == this || other.empty()) return;
    if (empty()) {
      min_ = other.min_;
    } else {
      std::swap(min_->right->left, other.min_->right->left);
      std::swap(min_->right, other.min_->right);
      if (other.min_->key < min_->key) min_ = other.min_;
    }
    other.min_ = nullptr;
    size_ += std::exchange(other.size_, 0);
  }

 private:
  bool ring_ok(const Node* first, const Node* parent, std::unordered_set<const Node*>& visited) const {
    std::vector<int> degrees;
    const Node* node = first;
    do {
      if (!visited.insert(node).second || node->parent != parent) return false;
      const Node* next = node->right;
      if (next == nullptr || next->left != node) return false;
      if (node->key < (parent != nullptr ? parent->key : min_->key)) return false;
      if (parent == nullptr && node->marked) return false;
      if (node->child == nullptr ? node->degree != 0 : !ring_ok(node->child, node, visited)) return false;
      degrees.push_back(node->degree);
      node = next;
    } while (node != first);
    if (parent == nullptr) return true;
    std::sort(degrees.begin(), degrees.end());
    for (std::size_t k = 0; k < degrees.size(); ++k) {
      if (degrees[k] + 1 < static_cast<int>(k)) return false;
    }
    return static_cast<int>(degrees.size()) == parent->degree;
  }

  static void leave_ring(Node* node) {
    node->left->right = node->right;
    node->right->left = node->left;
    node->left = node->right = node;
  }

  static void enter_ring(Node* node, Node* place) {
    node->left = place;
    node->right = place->right;
    place->right->left = node;
    place->right = node;
  }

  static void leave_parent(Node* node) {
    Node* parent = node->parent;
    if (parent->child == node) parent->child = node->right != node ? node->right : nullptr;
    --parent->degree;
    leave_ring(node);
    node->parent = nullptr;
    node->marked = false;
  }

  // Requires a node alone in its ring.
  void add_root(Node* node) {
    if (min_ == nullptr) {
      min_ = node;
      return;
    }
    enter_ring(node, min_);
    if (node->key < min_->key) min_ = node;
  }

  // Makes the node a root; returns what was its parent.
  Node* cut(Node* node) {
    Node* parent = node->parent;
    leave_parent(node);
    add_root(node);
    return parent;
  }

  // Links roots of equal degree until all degrees differ. Requires a ring of roots, or null.
  void consolidate(Node* roots) {
    std::vector<Node*> by_degree;
    while (roots != nullptr) {
      Node* tree = roots;
      roots = tree->right != tree ? tree->right : nullptr;
      leave_ring(tree);
      for (;; ++tree->degree) {
        const auto degree = static_cast<std::size_t>(tree->degree);
        if (degree >= by_degree.size()) by_degree.resize(degree + 1, nullptr);
        Node* same = std::exchange(by_degree[degree], nullptr);
        if (same == nullptr) break;
        if (same->key < tree->key) std::swap(same, tree);
        same->parent = tree;
        if (tree->child == nullptr) {
          tree->child = same;
        } else {
          enter_ring(same, tree->child);
        }
      }
      by_degree[static_cast<std::size_t>(tree->degree)] = tree;
    }
    min_ = nullptr;
    for (Node* tree : by_degree) {
      if (tree != nullptr) add_root(tree);
    }
  }

  Node* min_ = nullptr;
  int size_ = 0;
};
