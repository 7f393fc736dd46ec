// Structures in the manner of libraries written with plain pointers: each member of Pointers is one, and
// `which` says which one is looked at.
#pragma once

namespace wild {

struct Link {
  Link* next;
  Link* prev;
};

// A circular list through a head that is part of it.
struct Ring {
  Link head;
  bool ok() const {
    const Link* at = &head;
    for (int steps = 0; steps < 20; ++steps) {
      if (at->next == nullptr || at->next->prev != at) return false;
      at = at->next;
      if (at == &head) return true;
    }
    return false;
  }
};

// The queues of <sys/queue.h>: pointers to the pointer before.
struct Entry {
  Entry* next;
  Entry** prev;
};
struct TailQueue {
  Entry* first;
  Entry** last;
  bool ok() const {
    Entry* const* at = &first;
    for (int steps = 0; steps < 20; ++steps) {
      if (*at == nullptr) return last == at;
      if ((*at)->prev != at) return false;
      at = &(*at)->next;
    }
    return false;
  }
};

// A red-black tree whose leaves are one static node.
struct Sentinels {
  struct Node {
    Node* left;
    Node* right;
    bool red;
    int mark;
  };
  static Node nil;
  Node* root;

  // The number of black nodes on every way down, or -1.
  static int height(const Node* n, bool parent_red, int depth) {
    if (n == nullptr || depth > 8) return -1;
    if (n == &nil) return 0;
    if (n->mark != 0 || (n->red && parent_red)) return -1;
    const int left = height(n->left, n->red, depth + 1);
    if (left < 0 || height(n->right, n->red, depth + 1) != left) return -1;
    return left + (n->red ? 0 : 1);
  }
  // A tree, not a graph: every node is met once.
  static int count(const Node* n) { return n == &nil ? 0 : 1 + count(n->left) + count(n->right); }
  static bool contains(const Node* n, const Node* wanted) {
    return n != &nil && (n == wanted || contains(n->left, wanted) || contains(n->right, wanted));
  }
  static bool is_tree(const Node* n) {
    if (n == &nil) return true;
    if (contains(n->left, n) || contains(n->right, n)) return false;
    if (!is_tree(n->left) || !is_tree(n->right)) return false;
    return disjoint(n->left, n->right);
  }
  static bool disjoint(const Node* a, const Node* b) {
    return a == &nil || (!contains(b, a) && disjoint(a->left, b) && disjoint(a->right, b));
  }
  bool ok() const { return root != nullptr && height(root, true, 0) >= 0 && is_tree(root); }
};
inline Sentinels::Node Sentinels::nil = {nullptr, nullptr, false, 0};

// Two levels: the upper one is a subsequence of the lower one.
struct SkipList {
  struct Node {
    Node* next[2];
  };
  Node* head[2];
  bool ok() const {
    const Node* upper = head[1];
    int steps = 0;
    for (const Node* at = head[0]; at != nullptr; at = at->next[0]) {
      if (++steps > 8) return false;
      if (at == upper)
        upper = at->next[1];
      else if (at->next[1] != nullptr)
        return false;
    }
    return upper == nullptr;
  }
};

struct DisjointSets {
  struct Element {
    Element* parent;
  };
  Element* elements[3];
  bool ok() const {
    for (int i = 0; i < 3; ++i) {
      if (elements[i] == nullptr) return false;
      for (int j = 0; j < i; ++j)
        if (elements[i] == elements[j]) return false;
    }
    for (const Element* element : elements) {
      const Element* at = element;
      for (int steps = 0; at != nullptr && at->parent != at; ++steps) {
        if (steps > 3) return false;
        at = at->parent;
      }
      if (at != elements[0] && at != elements[1] && at != elements[2]) return false;
    }
    return true;
  }
};

struct LeftistHeap {
  struct Node {
    Node* left;
    Node* right;
    int rank;
  };
  Node* root;
  static int rank(const Node* n) { return n == nullptr ? 0 : n->rank; }
  static bool ok(const Node* n, int& budget) {
    if (n == nullptr) return true;
    if (--budget < 0) return false;
    return ok(n->left, budget) && ok(n->right, budget) && rank(n->left) >= rank(n->right) &&
           n->rank == rank(n->right) + 1;
  }
  static bool contains(const Node* n, const Node* wanted) {
    return n != nullptr && (n == wanted || contains(n->left, wanted) || contains(n->right, wanted));
  }
  static bool disjoint(const Node* a, const Node* b) {
    return a == nullptr || (!contains(b, a) && disjoint(a->left, b) && disjoint(a->right, b));
  }
  static bool is_tree(const Node* n) {
    return n == nullptr || (is_tree(n->left) && is_tree(n->right) && disjoint(n->left, n->right));
  }
  bool ok() const {
    int budget = 6;
    return ok(root, budget) && is_tree(root);
  }
};

struct Quadtree {
  struct Node {
    Node* child[4];
    int number;  // in the order of a walk: no two are the same
  };
  Node* root;
  static bool ok(const Node* n, int& next) {
    if (n->number != next++) return false;
    if (n->child[0] == nullptr)
      return n->child[1] == nullptr && n->child[2] == nullptr && n->child[3] == nullptr;
    for (const Node* child : n->child)
      if (child == nullptr || !ok(child, next)) return false;
    return true;
  }
  bool ok() const {
    int next = 0;
    return root == nullptr || ok(root, next);
  }
};

// Ordered by where the intervals begin; each node knows where the last one below it ends.
struct IntervalTree {
  struct Node {
    int low;
    int high;
    int last;
    Node* left;
    Node* right;
  };
  Node* root;
  static bool ok(const Node* n, int from, int to, int& last) {
    last = -1;
    if (n == nullptr) return true;
    if (n->low < from || n->low > to || n->high < n->low) return false;
    int left = -1;
    int right = -1;
    if (!ok(n->left, from, n->low - 1, left) || !ok(n->right, n->low + 1, to, right)) return false;
    last = n->high > left ? n->high : left;
    last = last > right ? last : right;
    return n->last == last;
  }
  bool ok() const {
    int last = 0;
    return ok(root, 0, 100, last);
  }
};

// One to three keys in a node, all leaves on the same level.
struct TwoThreeFourTree {
  struct Node {
    int count;
    int key[3];
    Node* child[4];
  };
  Node* root;
  static int depth(const Node* n, int& previous) {
    if (n->count < 1 || n->count > 3) return -1;
    int below = 0;
    for (int i = 0; i <= n->count; ++i) {
      const Node* child = n->child[i];
      const int here = child == nullptr ? 0 : depth(child, previous);
      if (here < 0 || (i > 0 && here != below)) return -1;
      below = here;
      if (i == n->count) break;
      if (n->key[i] <= previous) return -1;
      previous = n->key[i];
    }
    for (int i = n->count; i < 3; ++i)
      if (n->key[i] != 0) return -1;
    for (int i = n->count + 1; i < 4; ++i)
      if (n->child[i] != nullptr) return -1;
    return below + 1;
  }
  bool ok() const {
    int previous = 0;
    return root == nullptr || depth(root, previous) > 0;
  }
};

// Hooks as bases, in the manner of boost::intrusive.
template <class Tag>
struct Hook {
  Hook* next;
  Hook* prev;
};
struct ByValue {};
struct Counter {
  int count = 0;
};
struct Member : Hook<ByValue> {
  int value;
};
template <class T, class Tag>
struct IntrusiveList : private Counter {
  Hook<Tag> head;
  bool ok() const {
    int seen = 0;
    int previous = 0;
    const Hook<Tag>* at = &head;
    while (at->next != nullptr && at->next->prev == at) {
      at = at->next;
      if (at == &head) return seen == this->count;
      const int value = static_cast<const T*>(at)->value;
      if (value < previous || ++seen > 8) return false;
      previous = value;
    }
    return false;
  }
};

// The last node has no owner, and is found through a pointer.
struct EndedList {
  struct Node {
    Node* next;
  };
  static Node* end() { return last; }
  static Node* last;
  Node* first;
  bool ok() const {
    const Node* at = first;
    for (int steps = 0; steps < 8; ++steps) {
      if (at == last) return true;
      if (at == nullptr) return false;
      at = at->next;
    }
    return false;
  }
};
inline EndedList::Node the_last_node = {nullptr};
inline EndedList::Node* EndedList::last = &the_last_node;

// A list of a template whose base holds its length, and whose base's base the head.
template <class T>
struct Headed {
  T* head = nullptr;
};
template <class T>
struct Measured : Headed<T> {
  int length = 0;
};
struct Cell {
  Cell* next;
};
template <class T>
class MeasuredList : public Measured<T> {
 public:
  bool ok() const {
    int n = 0;
    for (const T* at = this->head; at != nullptr; at = at->next)
      if (++n > 8) return false;
    return n == this->length;
  }
};

struct Pointers {
  int which;
  Ring ring;
  TailQueue queue;
  Sentinels sentinels;
  SkipList skip_list;
  DisjointSets sets;
  LeftistHeap heap;
  Quadtree quadtree;
  IntervalTree intervals;
  TwoThreeFourTree tree;
  IntrusiveList<Member, ByValue> intrusive;
  EndedList ended;
  MeasuredList<Cell> measured;

  bool rep_ok() const {
    switch (which) {
      case 0:
        return ring.ok();
      case 1:
        return queue.ok();
      case 2:
        return sentinels.ok();
      case 3:
        return skip_list.ok();
      case 4:
        return sets.ok();
      case 5:
        return heap.ok();
      case 6:
        return quadtree.ok();
      case 7:
        return intervals.ok();
      case 8:
        return tree.ok();
      case 9:
        return intrusive.ok();
      case 10:
        return ended.ok();
      default:
        return measured.ok();
    }
  }
};

}  // namespace wild
