// SPDX-License-Identifier: MIT
// A partition of 0..n-1 as a forest, with union by rank and path compression.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

class DisjointSets {
 public:
  int size() const { return static_cast<int>(parent_.size()); }
  int set_count() const { return set_count_; }

  // Ranks grow toward the roots, which excludes cycles; a root of rank r has at least 2^r elements
  // below it, itself included, so ranks stay logarithmic; set_count_ counts the roots.
  bool rep_ok() const {
    if (parent_.size() != rank_.size()) return false;
    int roots = 0;
    for (int i = 0; i < size(); ++i) {
      if (parent_[i] < 0 || parent_[i] >= size() || rank_[i] < 0) return false;
      if (parent_[i] == i) ++roots;
      if (parent_[i] != i && rank_[i] >= rank_[parent_[i]]) return false;
    }
    return roots == set_count_ && ranks_are_logarithmic();
  }

  // Adds one element, alone in its set, and returns it.
  //@ ensures size() == \old(size()) + 1 && \result == \old(size()) && set_count() == \old(set_count()) + 1;
  int add() {
    const int element = size();
    parent_.push_back(element);
    rank_.push_back(0);
    ++set_count_;
    return element;
  }

  // The representative of the set. Throws if the element does not exist, as do the operations below.
  /*@ normal_behavior
        requires element >= 0 && element < size();
        ensures parent_[\result] == \result && set_count() == \old(set_count());
      also exceptional_behavior
        requires element < 0 || element >= size();
        signals std::out_of_range; */
  int find(int element) {
    int root = checked(element);
    while (parent_[root] != root) root = parent_[root];
    while (parent_[element] != root) element = std::exchange(parent_[element], root);
    return root;
  }

  /*@ requires a >= 0 && a < size() && b >= 0 && b < size();
      ensures \result == (find(a) == find(b)) && set_count() == \old(set_count()); */
  bool same_set(int a, int b) { return find(a) == find(b); }

  // Whether the two sets were different.
  /*@ requires a >= 0 && a < size() && b >= 0 && b < size();
      ensures same_set(a, b) && set_count() == \old(set_count()) - (\result ? 1 : 0); */
  bool unite(int a, int b) {
    int upper = find(a);
    int lower = find(b);
    if (upper == lower) return false;
    if (rank_[upper] < rank_[lower]) std::swap(upper, lower);
    parent_[lower] = upper;
    if (rank_[upper] == rank_[lower]) ++rank_[upper];
    --set_count_;
    return true;
  }

 private:
  // Requires that parents are in range and ranks ascend.
  bool ranks_are_logarithmic() const {
    std::vector<int> members(parent_.size(), 0);
    for (int i = 0; i < size(); ++i) {
      int root = i;
      while (parent_[root] != root) root = parent_[root];
      ++members[root];
    }
    for (int i = 0; i < size(); ++i) {
      if (parent_[i] == i && (rank_[i] > 30 || members[i] < 1 << rank_[i])) return false;
    }
    return true;
  }

  int checked(int element) const {
    if (element < 0 || element >= size()) throw std::out_of_range("no such element");
    return element;
  }

  std::vector<int> parent_;
  std::vector<int> rank_;
  int set_count_ = 0;
};
