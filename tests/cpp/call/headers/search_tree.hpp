// SPDX-License-Identifier: MIT
// The search tree of the dissertation, with its invariant as a formula.
#pragma once
class SearchTree {
  struct Node {
    int key = 0;
    Node* left = nullptr;
    Node* right = nullptr;
  };
  /*@ invariant {
        all n: this.root.*(left + right) {
          n !in n.^(left + right)
          lone n.~(left + right)
          no n.left & n.right
          all l: n.left.*(left + right)  | l.key < n.key
          all r: n.right.*(left + right) | r.key > n.key
        }
        this.size = #this.root.*(left + right)
      } */
  Node* root = nullptr;
  int size = 0;

 public:
  /*@ ensures {
        this.root.*(left + right).key = this.root`.*(left` + right`).key` - @key
        @result = true <=> @key in this.root`.*(left` + right`).key`
      } */
  //@ ensures \result == (\old(size) != size);
  bool remove(int key) {
    Node** link = &root;
    while (*link && (*link)->key != key) link = key < (*link)->key ? &(*link)->left : &(*link)->right;
    if (!*link) return false;
    drop(*link);
    --size;
    return true;
  }

 private:
  static void drop(Node*& link) {
    Node* gone = link;
    if (gone->left && gone->right) {
      Node** next = &gone->right;
      while ((*next)->left) next = &(*next)->left;
      gone->key = (*next)->key;
      drop(*next);
      return;
    }
    link = gone->left ? gone->left : gone->right;
    delete gone;
  }
};
