// SPDX-License-Identifier: MIT
// Pointers that lead to elements of vectors, lists, maps, optionals and arrays.
#pragma once

#include <array>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace wild {

// Nodes lie in a vector, and are linked in any order: all of them, once.
struct PooledList {
  struct Node {
    Node* next = nullptr;
  };
  std::vector<Node> pool;
  Node* head = nullptr;

  bool ok() const {
    std::size_t n = 0;
    for (const Node* at = head; at != nullptr; at = at->next) {
      if (at < pool.data() || at >= pool.data() + pool.size() || ++n > pool.size()) return false;
    }
    return n == pool.size();
  }
};

// Memory behind a pointer, with a list of the free slots in the order of their addresses.
struct Slab {
  struct Slot {
    Slot* next_free = nullptr;
  };
  Slot* slots = nullptr;
  int capacity = 0;
  Slot* free = nullptr;

  bool ok() const {
    for (const Slot* at = free; at != nullptr; at = at->next_free) {
      if (at < slots || at >= slots + capacity) return false;
      if (at->next_free != nullptr && at->next_free <= at) return false;
    }
    for (int i = 0; i < capacity; ++i) {
      const Slot* at = free;
      while (at != nullptr && at != slots + i) at = at->next_free;
      if (at == nullptr && slots[i].next_free != nullptr) return false;
    }
    return true;
  }
};

// A list of entries, and where to find them by their keys.
struct Recent {
  struct Entry {
    int key = 0;
  };
  std::list<Entry> order;
  std::map<int, Entry*> index;

  bool ok() const {
    if (order.size() != index.size()) return false;
    for (const Entry& entry : order) {
      const auto found = index.find(entry.key);
      if (found == index.end() || found->second != &entry) return false;
    }
    return true;
  }
};

// A cursor that is looked at before what it points into.
struct Cursor {
  struct Item {
    char unused = 0;
  };
  struct Shelf {
    std::vector<Item> items;
  };
  Item* at = nullptr;
  Shelf* shelf = nullptr;

  bool ok() const {
    if (at == nullptr) return shelf == nullptr;
    if (shelf == nullptr) return false;
    for (const Item& item : shelf->items)
      if (&item == at) return true;
    return false;
  }
};

// In an array: a list of some of its elements, the others by themselves.
struct Fixed {
  struct Node {
    Node* next = nullptr;
  };
  std::array<Node, 3> nodes;
  Node* first = nullptr;

  bool ok() const {
    bool listed[3] = {};
    for (const Node* at = first; at != nullptr; at = at->next) {
      if (at < nodes.data() || at > &nodes[2] || listed[at - nodes.data()]) return false;
      listed[at - nodes.data()] = true;
    }
    for (int i = 0; i < 3; ++i)
      if (!listed[i] && nodes[static_cast<std::size_t>(i)].next != nullptr) return false;
    return true;
  }
};

// Whatever it is, it is right; but it is read in different orders.
struct Web {
  struct Node {
    Node* next = nullptr;
    bool mark = false;
  };
  int order = 0;
  Node* p = nullptr;
  std::vector<Node> nodes;
  Node* q = nullptr;

  bool ok() const {
    if (order == 0) return true;
    if (order == 1) return q != p || nodes.size() + 1 > 0;
    if (order == 2) return nodes.size() + 1 > 0 && (q != p || q == p);
    return p == nullptr || p->next == nullptr || p->next->mark || !p->next->mark;
  }
};

// A vector in the elements of a vector, and an optional: the same one level further down.
struct Nested {
  struct Leaf {
    char unused = 0;
  };
  struct Row {
    std::vector<Leaf> leaves;
    std::optional<Leaf> extra;
  };
  std::vector<Row> rows;
  Leaf* chosen = nullptr;

  bool ok() const { return chosen != nullptr; }
};

struct Elements {
  int which = 0;
  PooledList list;
  Slab slab;
  Recent recent;
  Cursor cursor;
  Fixed fixed;
  Web web;
  Nested nested;

  bool rep_ok() const {
    switch (which) {
      case 0:
        return list.ok();
      case 1:
        return slab.ok();
      case 2:
        return recent.ok();
      case 3:
        return cursor.ok();
      case 4:
        return fixed.ok();
      case 5:
        return web.ok();
      default:
        return nested.ok();
    }
  }
};

}  // namespace wild
