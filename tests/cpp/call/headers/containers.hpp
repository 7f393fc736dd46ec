// SPDX-License-Identifier: MIT
// Containers as parameters and members, each left empty or one element longer.
#pragma once
#include <deque>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <vector>

namespace shelf {

//@ ensures l.empty();
inline void empty_list(std::list<int>& l) {
  while (!l.empty()) l.pop_back();
}
//@ ensures d.size() == \old(d.size()) + 1 && d.front() == 7;
inline void grow_deque(std::deque<int>& d) { d.push_front(7); }
//@ ensures m.count(1) == 0;
inline void erase_key(std::map<int, int>& m) { m.erase(1); }
//@ ensures m[5] == 5;
inline void insert_key(std::unordered_map<int, int>& m) { m[5] = 5; }
//@ ensures s.size() == 1;
inline void one_left(std::multiset<int>& s) {
  s.clear();
  s.insert(1);
}
//@ requires !s.empty(); ensures s.size() + 1 == \old(s.size());
inline void pop_stack(std::stack<int, std::vector<int>>& s) { s.pop(); }

struct Index {
  std::map<std::string, std::list<int>> pages;
  std::queue<int> waiting;

  bool rep_ok() const { return pages.size() <= 1 && waiting.size() <= 1; }

  //@ ensures pages.empty() && waiting.empty();
  void forget() {
    pages.clear();
    while (!waiting.empty()) waiting.pop();
  }
  // Wrong for two pages of one word.
  //@ ensures pages.empty() || pages.begin()->second.size() <= 1;
  void shorten() {
    for (auto& [word, list] : pages) {
      if (list.size() == 2 && list.front() != list.back()) list.pop_back();
    }
  }
};

}  // namespace shelf
