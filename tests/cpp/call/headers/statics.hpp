// SPDX-License-Identifier: MIT
// Static objects that keep pointers from one call to the next.
#pragma once
#include <map>
#include <string>
#include <vector>

struct Node {
  int key = 0;
  Node* next = nullptr;
};

struct Chain {
  Node* first = nullptr;
  static inline Node* last_found = nullptr;

  bool rep_ok() const {
    static std::vector<const Node*> seen;  // its memory is used again and again
    seen.clear();
    for (const Node* node = first; node != nullptr; node = node->next) {
      for (const Node* each : seen) {
        if (each == node) return false;
      }
      seen.push_back(node);
    }
    return true;
  }

  /*@ ensures { some @result => @result in this.first.*next and @result.key = @key
                no @result => @key !in this.first.*next.key } */
  Node* find(int key) const {
    if (last_found != nullptr && last_found->key == key) return last_found;
    for (Node* node = first; node != nullptr; node = node->next) {
      if (node->key == key) return last_found = node;
    }
    return nullptr;
  }

  /*@ ensures \result == std::string(static_cast<std::size_t>(20 + key), 'x'); */
  static std::string name_of(int key) {
    static std::map<int, std::string> names;
    std::string& name = names[key % 2];
    if (name.size() != static_cast<std::size_t>(20 + key)) name.assign(static_cast<std::size_t>(20 + key), 'x');
    return name;
  }
};
