// Structures in the manner of libraries that use the standard one: each member of Containers is one, and
// `which` says which one is looked at.
#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace wild {

struct Palindrome {
  std::string text;
  bool ok() const { return std::equal(text.rbegin(), text.rend(), text.begin()); }
};

struct Trie {
  struct Node {
    std::map<char, std::unique_ptr<Node>> children;
    bool is_word = false;
  };
  std::unique_ptr<Node> root;
  static bool ok(const Node& n) {
    for (const auto& [letter, child] : n.children)
      if (!child || !ok(*child)) return false;
    return !n.children.empty() || n.is_word;
  }
  bool ok() const { return !root || ok(*root); }
};

// The most recent first, and where each key is.
struct LruCache {
  std::list<int> order;
  std::unordered_map<int, int> position;
  bool ok() const {
    if (order.size() != position.size()) return false;
    int next = 0;
    for (const int key : order) {
      const auto found = position.find(key);
      if (found == position.end() || found->second != next++) return false;
    }
    return true;
  }
};

struct BTree {
  struct Node {
    std::vector<int> keys;
    std::vector<std::unique_ptr<Node>> children;
  };
  std::unique_ptr<Node> root;
  static int depth(const Node& n, int& previous) {
    if (n.keys.empty() || (!n.children.empty() && n.children.size() != n.keys.size() + 1)) return -1;
    int below = 0;
    for (std::size_t i = 0; i <= n.keys.size(); ++i) {
      if (!n.children.empty()) {
        const int here = n.children[i] ? depth(*n.children[i], previous) : -1;
        if (here < 0 || (i > 0 && here != below)) return -1;
        below = here;
      }
      if (i == n.keys.size()) break;
      if (n.keys[i] <= previous) return -1;
      previous = n.keys[i];
    }
    return below + 1;
  }
  bool ok() const {
    int previous = 0;
    return !root || depth(*root, previous) > 0;
  }
};

struct SharedSkipList {
  struct Node {
    std::array<std::shared_ptr<Node>, 2> next;
  };
  std::array<std::shared_ptr<Node>, 2> head;
  bool ok() const {
    const Node* upper = head[1].get();
    int steps = 0;
    for (const Node* at = head[0].get(); at != nullptr; at = at->next[0].get()) {
      if (++steps > 8) return false;
      if (at == upper)
        upper = at->next[1].get();
      else if (at->next[1])
        return false;
    }
    return upper == nullptr;
  }
};

struct Graph {
  std::map<int, std::set<int>> neighbours;
  bool ok() const {
    for (const auto& [from, all] : neighbours) {
      for (const int to : all) {
        const auto other = neighbours.find(to);
        if (to == from || other == neighbours.end() || other->second.count(from) == 0) return false;
      }
    }
    return true;
  }
};

// Open addressing with linear probing.
struct HashTable {
  std::array<std::optional<int>, 3> slots;
  bool ok() const {
    for (int i = 0; i < 3; ++i) {
      if (!slots[i]) continue;
      for (int at = *slots[i] % 3; at != i; at = (at + 1) % 3)
        if (!slots[at] || *slots[at] == *slots[i]) return false;
      for (int j = 0; j < i; ++j)
        if (slots[j] && *slots[j] == *slots[i]) return false;
    }
    return true;
  }
};

struct Rope {
  struct Node {
    std::unique_ptr<Node> left;
    std::unique_ptr<Node> right;
    std::string leaf;
    int weight = 0;
  };
  std::unique_ptr<Node> root;
  static int length(const Node& n) {
    if (!n.left && !n.right) {
      if (n.leaf.empty() || n.weight != static_cast<int>(n.leaf.size())) return -1;
      return n.weight;
    }
    if (!n.left || !n.right || !n.leaf.empty()) return -1;
    const int left = length(*n.left);
    const int right = length(*n.right);
    return left < 0 || right < 0 || n.weight != left ? -1 : left + right;
  }
  bool ok() const { return !root || length(*root) >= 0; }
};

struct Bimap {
  std::map<int, int> forth;
  std::unordered_map<int, int> back;
  bool ok() const {
    if (forth.size() != back.size()) return false;
    for (const auto& [key, value] : forth) {
      const auto found = back.find(value);
      if (found == back.end() || found->second != key) return false;
    }
    return true;
  }
};

struct InvertedIndex {
  std::map<std::string, std::set<int>> documents;
  bool ok() const {
    for (const auto& [word, where] : documents)
      if (word.size() != 1 || where.empty()) return false;
    return true;
  }
};

struct OrderedSet {
  std::vector<int> order;
  std::unordered_set<int> known;
  bool ok() const {
    if (order.size() != known.size()) return false;
    std::set<int> seen;
    for (const int key : order)
      if (known.count(key) == 0 || !seen.insert(key).second) return false;
    return true;
  }
};

struct Window {
  std::deque<int> maxima;
  bool ok() const {
    for (std::size_t i = 1; i < maxima.size(); ++i)
      if (maxima[i - 1] < maxima[i]) return false;
    return true;
  }
};

struct Polynomial {
  std::map<int, int> coefficients;
  bool ok() const {
    for (const auto& term : coefficients)
      if (term.second == 0) return false;
    return true;
  }
};

// What lies at the end of a tree is found by code that is not compiled with this.
struct Leaderboard {
  std::multimap<int, bool> players;
  bool ok() const { return std::prev(players.end())->first == 1; }
};

struct BinaryNode {
  std::array<std::unique_ptr<BinaryNode>, 2> kid;
};
struct KidTree {
  std::unique_ptr<BinaryNode> root;
  bool ok() const { return true; }
};

struct Station {
  int line = 0;
};
struct Values {
  explicit Values(Station& station) : first(station), second(station) {}
  std::tuple<bool, int, bool> triple;
  std::bitset<3> bits;
  std::atomic<int> counter;
  std::chrono::seconds delay;
  std::complex<double> point;
  std::unique_ptr<int> number;
  std::stack<bool> choices;
  std::vector<std::string> names;
  std::optional<std::set<int>> marks;
  std::reference_wrapper<Station> first;
  std::reference_wrapper<Station> second;
  bool ok() const { return bits.count() <= 1; }
};

struct Containers {
  int which;
  Palindrome palindrome;
  Trie trie;
  LruCache cache;
  BTree btree;
  SharedSkipList skip_list;
  Graph graph;
  HashTable table;
  Rope rope;
  Bimap bimap;
  InvertedIndex index;
  OrderedSet ordered;
  Window window;
  Polynomial polynomial;
  Leaderboard board;
  KidTree kids;
  Values values;

  bool rep_ok() const {
    switch (which) {
      case 0:
        return palindrome.ok();
      case 1:
        return trie.ok();
      case 2:
        return cache.ok();
      case 3:
        return btree.ok();
      case 4:
        return skip_list.ok();
      case 5:
        return graph.ok();
      case 6:
        return table.ok();
      case 7:
        return rope.ok();
      case 8:
        return bimap.ok();
      case 9:
        return index.ok();
      case 10:
        return ordered.ok();
      case 11:
        return window.ok();
      case 12:
        return polynomial.ok();
      case 13:
        return board.ok();
      case 14:
        return kids.ok();
      default:
        return values.ok();
    }
  }
};

}  // namespace wild
