// SPDX-License-Identifier: MIT
// A set of integers as a binary search tree: the class of docs/tutorial.md. One of its methods has a fault.
#pragma once

class IntSet {
 public:
  IntSet() = default;
  IntSet(const IntSet&) = delete;
  IntSet& operator=(const IntSet&) = delete;
  ~IntSet() { clear(root_); }

  bool contains(int key) const {
    const Node* node = root_;
    while (node != nullptr && node->key != key) node = key < node->key ? node->left : node->right;
    return node != nullptr;
  }

  bool insert(int key) {
    Node** link = find(key);
    if (*link != nullptr) return false;
    *link = new Node{key};
    ++size_;
    return true;
  }

  bool remove(int key) {
    Node** link = find(key);
    Node* node = *link;
    if (node == nullptr) return false;
    if (node->left == nullptr || node->right == nullptr) {
      *link = node->left != nullptr ? node->left : node->right;
    } else {  // the node with the next larger key takes its place
      Node* parent = node;
      Node* next = node->right;
      while (next->left != nullptr) {
        parent = next;
        next = next->left;
      }
      parent->left = next->right;
      next->left = node->left;
      next->right = node->right;
      *link = next;
    }
    delete node;
    --size_;
    return true;
  }

  bool rep_ok() const {
    int count = 0;
    return is_search_tree(root_, nullptr, nullptr, count) && count == size_;
  }

 private:
  struct Node {
    int key = 0;
    Node* left = nullptr;
    Node* right = nullptr;
  };

  // Are all keys below `node` greater than those of `low` and less than those of `high`? Counts the nodes.
  bool is_search_tree(const Node* node, const Node* low, const Node* high, int& count) const {
    if (node == nullptr) return true;
    if (++count > size_) return false;  // also ends on a cycle
    if (low != nullptr && node->key <= low->key) return false;
    if (high != nullptr && node->key >= high->key) return false;
    return is_search_tree(node->left, low, node, count) && is_search_tree(node->right, node, high, count);
  }

  Node** find(int key) {
    Node** link = &root_;
    while (*link != nullptr && (*link)->key != key)
      link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    return link;
  }

  static void clear(Node* node) {
    if (node == nullptr) return;
    clear(node->left);
    clear(node->right);
    delete node;
  }

  Node* root_ = nullptr;
  int size_ = 0;
};
