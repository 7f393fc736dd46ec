// SPDX-License-Identifier: MIT
// The data structures of Khurshid's dissertation (Table 7.1) as relational problems: without ordering facts,
// or with manual ones (its §6.4), with which every isomorphism class has exactly one instance.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fretsaw/relational.hpp"

namespace fretsaw {

enum class OrderingFacts { ByHand, None };

// n nodes, the keys are 0..n-1.
Problem binary_search_tree(int n, OrderingFacts facts);
// Circular and doubly linked, a sentinel and n entries, elements out of n interchangeable objects.
Problem doubly_linked_list(int n, OrderingFacts facts);
// n nodes with parent pointers and colors, keys 0..n-1, root of either color.
Problem red_black_tree(int n, OrderingFacts facts);
// n entries in n buckets with chaining; the bucket of an entry is that of its element's hash code.
Problem hash_set(int n, OrderingFacts facts);
// Length 0..n, size at most length, values 0..n, no value beyond the size.
Problem array_heap(int n, OrderingFacts facts);

struct StructureFamily {
  std::string name;
  Problem (*problem)(int, OrderingFacts);
  int first;
  std::vector<std::uint64_t> counts;  // Table 7.1, from size `first` on
};

const std::vector<StructureFamily>& structure_families();

}  // namespace fretsaw
