// SPDX-License-Identifier: MIT
// A map from non-negative integers to integers: a red-black tree with parent pointers, after Cormen et al.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

class RedBlackTree {
 public:
  RedBlackTree() = default;
  RedBlackTree(const RedBlackTree&) = delete;
  RedBlackTree& operator=(const RedBlackTree&) = delete;
  ~RedBlackTree() {
    while (root_ != nullptr) erase(root_);
  }

  int size() const { return size_; }
  bool empty() const { return root_ == nullptr; }

  // The nodes form a tree in which parent is the inverse of left and right; size_ counts them; a red node has
  // no red child; all paths down have equally many black nodes; an in-order walk meets the keys in ascending
  // order. The root may be red: that is harmless, and only insertion and removal happen to leave it black.
  bool rep_ok() const {
    if (root_ == nullptr) return size_ == 0;
    return links_ok() && no_red_node_has_a_red_child() && black_heights_agree() &&
           is_ordered(root_, nullptr, nullptr);
  }

  // Accepts the same trees, but compares each key, level by level, only with its neighbors in order. A search
  // that observes reads then fills in distant keys before it finds that near ones are wrong, and tries more
  // candidates.
  bool rep_ok_by_neighbors() const {
    if (root_ == nullptr) return size_ == 0;
    return links_ok() && no_red_node_has_a_red_child() && black_heights_agree() && neighbors_are_ordered();
  }

  // Adds the key or replaces its value; whether the key was new. Throws if the key is negative.
  /*@ normal_behavior
        requires key >= 0;
        ensures get(key) == value && \result == !\old(contains(key)) && size() == \old(size()) + (\result ? 1 : 0);
      also exceptional_behavior
        requires key < 0;
        signals std::invalid_argument; */
  bool put(int key, int value) {
    if (key < 0) throw std::invalid_argument("the key is negative");
    Node* parent = nullptr;
    Node** link = &root_;
    while (*link != nullptr) {
      parent = *link;
      if (key == parent->key) {
        parent->value = value;
        return false;
      }
      link = key < parent->key ? &parent->left : &parent->right;
    }
    *link = new Node{key, value, nullptr, nullptr, parent, Color::Red};
    ++size_;
    repair_after_insertion(*link);
    return true;
  }

  //@ ensures { @result = { n: this.root_.*(left + right) | n.key = @key }.value }
  std::optional<int> get(int key) const {
    const Node* node = find(key);
    return node != nullptr ? std::optional<int>(node->value) : std::nullopt;
  }

  //@ ensures { @result = true <=> @key in this.root_.*(left + right).key }
  bool contains(int key) const { return find(key) != nullptr; }

  // Whether the key was there.
  //@ ensures !contains(key) && \result == \old(contains(key)) && size() == \old(size()) - (\result ? 1 : 0);
  bool remove(int key) {
    Node* node = find(key);
    if (node == nullptr) return false;
    erase(node);
    return true;
  }

  // Throws if the map is empty.
  /*@ normal_behavior
        requires !empty();
        ensures { @result = min[this.root_.*(left + right).key] }
      also exceptional_behavior
        requires empty();
        signals std::out_of_range; */
  int min_key() const {
    if (empty()) throw std::out_of_range("the map is empty");
    return leftmost(root_)->key;
  }

  std::vector<int> keys() const {
    std::vector<int> sorted;
    collect_keys(root_, sorted);
    return sorted;
  }

 private:
  enum class Color { Red, Black };

  struct Node {
    int key = 0;
    int value = 0;
    Node* left = nullptr;
    Node* right = nullptr;
    Node* parent = nullptr;
    Color color = Color::Red;
  };

  static bool is_red(const Node* node) { return node != nullptr && node->color == Color::Red; }

  // Requires a root, as do the other parts of rep_ok.
  bool links_ok() const {
    if (root_->parent != nullptr) return false;
    std::unordered_set<const Node*> visited{root_};
    std::vector<const Node*> work{root_};
    for (std::size_t i = 0; i < work.size(); ++i) {
      const Node* node = work[i];
      if (const Node* left = node->left) {
        if (!visited.insert(left).second || left->parent != node) return false;
        work.push_back(left);
      }
      if (const Node* right = node->right) {
        if (!visited.insert(right).second || right->parent != node) return false;
        work.push_back(right);
      }
    }
    return static_cast<int>(visited.size()) == size_;
  }

  bool no_red_node_has_a_red_child() const {
    std::vector<const Node*> work{root_};
    for (std::size_t i = 0; i < work.size(); ++i) {
      const Node* node = work[i];
      if (node->color == Color::Red && (is_red(node->left) || is_red(node->right))) return false;
      if (node->left != nullptr) work.push_back(node->left);
      if (node->right != nullptr) work.push_back(node->right);
    }
    return true;
  }

  bool black_heights_agree() const {
    std::vector<std::pair<const Node*, int>> work{{root_, 0}};  // a node and how many black ones are above it
    int height = -1;
    for (std::size_t i = 0; i < work.size(); ++i) {
      const auto [node, above] = work[i];
      if (node == nullptr) {
        if (height == -1) height = above;
        if (height != above) return false;
        continue;
      }
      const int down_to_here = above + (node->color == Color::Black ? 1 : 0);
      work.emplace_back(node->left, down_to_here);
      work.emplace_back(node->right, down_to_here);
    }
    return true;
  }

  // A bound is null where the key is not bounded.
  static bool is_ordered(const Node* node, const int* above, const int* below) {
    if (node->key < 0) return false;
    if (above != nullptr && node->key <= *above) return false;
    if (below != nullptr && node->key >= *below) return false;
    if (node->left != nullptr && !is_ordered(node->left, above, &node->key)) return false;
    return node->right == nullptr || is_ordered(node->right, &node->key, below);
  }

  bool neighbors_are_ordered() const {
    std::vector<const Node*> work{root_};
    for (std::size_t i = 0; i < work.size(); ++i) {
      const Node* node = work[i];
      if (node->left != nullptr) {
        if (node->key <= rightmost(node->left)->key) return false;
        work.push_back(node->left);
      }
      if (node->right != nullptr) {
        if (node->key >= leftmost(node->right)->key) return false;
        work.push_back(node->right);
      }
    }
    return leftmost(root_)->key >= 0;
  }

  static void collect_keys(const Node* node, std::vector<int>& sorted) {
    if (node == nullptr) return;
    collect_keys(node->left, sorted);
    sorted.push_back(node->key);
    collect_keys(node->right, sorted);
  }

  Node* find(int key) const {
    Node* node = root_;
    while (node != nullptr && node->key != key) node = key < node->key ? node->left : node->right;
    return node;
  }

  static Node* leftmost(Node* node) {
    while (node->left != nullptr) node = node->left;
    return node;
  }

  static Node* rightmost(Node* node) {
    while (node->right != nullptr) node = node->right;
    return node;
  }

  // Makes the parent of the old node point to the new one, and the new one, if any, to that parent.
  void replace(Node* old_node, Node* new_node) {
    Node* parent = old_node->parent;
    if (parent == nullptr) {
      root_ = new_node;
    } else {
      (parent->left == old_node ? parent->left : parent->right) = new_node;
    }
    if (new_node != nullptr) new_node->parent = parent;
  }

  // Rotates: the node becomes the child, on the side of down, of the node that was its other child.
  void rotate(Node* node, Node* Node::*down) {
    Node* Node::*up = down == &Node::left ? &Node::right : &Node::left;
    Node* pivot = node->*up;
    node->*up = pivot->*down;
    if (node->*up != nullptr) (node->*up)->parent = node;
    replace(node, pivot);
    pivot->*down = node;
    node->parent = pivot;
  }

  // The node is red and its parent may be, too; nothing else is wrong.
  void repair_after_insertion(Node* node) {
    while (is_red(node->parent) && node->parent->parent != nullptr) {
      Node* parent = node->parent;
      Node* grandparent = parent->parent;
      Node* Node::*near = parent == grandparent->left ? &Node::left : &Node::right;
      Node* Node::*far = near == &Node::left ? &Node::right : &Node::left;
      Node* uncle = grandparent->*far;
      if (is_red(uncle)) {
        parent->color = uncle->color = Color::Black;
        grandparent->color = Color::Red;
        node = grandparent;
        continue;
      }
      if (node == parent->*far) {
        rotate(parent, near);
        parent = node;
      }
      parent->color = Color::Black;
      grandparent->color = Color::Red;
      rotate(grandparent, far);
      break;
    }
    root_->color = Color::Black;
  }

  void erase(Node* node) {
    if (node->left != nullptr && node->right != nullptr) {
      Node* successor = leftmost(node->right);
      node->key = successor->key;
      node->value = successor->value;
      node = successor;
    }
    Node* child = node->left != nullptr ? node->left : node->right;
    Node* parent = node->parent;
    replace(node, child);
    if (node->color == Color::Black) repair_after_removal(child, parent);
    delete node;
    --size_;
  }

  // All paths through the node, which may be null, below the parent have one black node too few.
  void repair_after_removal(Node* node, Node* parent) {
    while (parent != nullptr && !is_red(node)) {
      Node* Node::*near = node == parent->left ? &Node::left : &Node::right;
      Node* Node::*far = near == &Node::left ? &Node::right : &Node::left;
      Node* sibling = parent->*far;
      if (is_red(sibling)) {
        sibling->color = Color::Black;
        parent->color = Color::Red;
        rotate(parent, near);
        sibling = parent->*far;
      }
      if (!is_red(sibling->left) && !is_red(sibling->right)) {
        sibling->color = Color::Red;
        node = parent;
        parent = node->parent;
        continue;
      }
      if (!is_red(sibling->*far)) {
        (sibling->*near)->color = Color::Black;
        sibling->color = Color::Red;
        rotate(sibling, far);
        sibling = parent->*far;
      }
      sibling->color = parent->color;
      parent->color = (sibling->*far)->color = Color::Black;
      rotate(parent, near);
      return;
    }
    if (node != nullptr) node->color = Color::Black;
  }

  Node* root_ = nullptr;
  int size_ = 0;
};
