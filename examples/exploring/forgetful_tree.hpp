// SPDX-License-Identifier: MIT
// A red-black tree with a typing error that shows only when a subtree changes its parent: with seven nodes or more, and only
// if one is inserted below the right node. 'fretsaw check' calls `insert` some eleven thousand times before it meets such a tree;
// 'fretsaw explore' solves for an input that takes the uncovered branch.
//
//     fretsaw explore examples/exploring/forgetful_tree.hpp --method ForgetfulTree::insert --size 7
#pragma once

class ForgetfulTree {
 public:
  struct Node {
    int key = 0;
    Node* left = nullptr;
    Node* right = nullptr;
    Node* parent = nullptr;
    bool black = true;
  };

  /*@ invariant {
        no this.root.parent
        some this.root => this.root.black = true
        all n: this.root.*(left + right) {
          n !in n.^(left + right)
          no n.left & n.right
          all c: n.left + n.right | c.parent = n
          n.black = false => all c: n.left + n.right | c.black = true
          all l: n.left.*(left + right)  | l.key < n.key
          all r: n.right.*(left + right) | r.key > n.key
        }
        all a, b: this.root.*(left + right) |
          (no a.left or no a.right) and (no b.left or no b.right) =>
            #(a.*parent & black.true) = #(b.*parent & black.true)
      } */
  Node* root = nullptr;

  // Whether the key was new.
  /*@ ensures {
        this.root.*(left + right).key = this.root`.*(left` + right`).key` + @key
        @result = true <=> @key !in this.root`.*(left` + right`).key`
      } */
  bool insert(int key) {
    Node* parent = nullptr;
    for (Node* n = root; n != nullptr; n = key < n->key ? n->left : n->right) {
      if (key == n->key) return false;
      parent = n;
    }
    Node* const made = new Node{key, nullptr, nullptr, parent, false};
    if (parent == nullptr)
      root = made;
    else if (key < parent->key)
      parent->left = made;
    else
      parent->right = made;
    repair(made);
    return true;
  }

 private:
  void put_above(Node* upper, Node* lower) {
    upper->parent = lower->parent;
    if (lower->parent == nullptr)
      root = upper;
    else if (lower->parent->left == lower)
      lower->parent->left = upper;
    else
      lower->parent->right = upper;
    lower->parent = upper;
  }

  void rotate_left(Node* n) {
    Node* const up = n->right;
    n->right = up->left;
    if (up->left != nullptr) up->left->parent = n;
    put_above(up, n);
    up->left = n;
  }

  void rotate_right(Node* n) {
    Node* const up = n->left;
    n->left = up->right;
    if (up->right != nullptr) up->right->parent = up;  // should be n
    put_above(up, n);
    up->right = n;
  }

  void repair(Node* n) {
    while (n->parent != nullptr && !n->parent->black) {
      Node* const above = n->parent->parent;
      const bool is_left = n->parent == above->left;
      Node* const uncle = is_left ? above->right : above->left;
      if (uncle != nullptr && !uncle->black) {
        n->parent->black = true;
        uncle->black = true;
        above->black = false;
        n = above;
        continue;
      }
      if (n == (is_left ? n->parent->right : n->parent->left)) {
        n = n->parent;
        if (is_left)
          rotate_left(n);
        else
          rotate_right(n);
      }
      n->parent->black = true;
      above->black = false;
      if (is_left)
        rotate_right(above);
      else
        rotate_left(above);
    }
    root->black = true;
  }
};
