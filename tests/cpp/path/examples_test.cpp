// SPDX-License-Identifier: MIT
// Methods that change the structures of examples/structures: every branch is covered or proved infeasible.
#include <cstdlib>

#include "cpp/path/exploring.hpp"

namespace fretsaw::path {

namespace {

struct Mutating {
  const char* header;
  const char* method;
  int size;
};

constexpr Mutating kMutating[] = {
    {"linked_list", "LinkedList::remove", 2},
    {"linked_list", "LinkedList::clear", 2},
    {"sorted_list", "SortedList::insert", 2},
    {"singly_linked_list", "SinglyLinkedList::remove", 2},
    {"search_tree", "SearchTree::insert", 3},
    {"search_tree", "SearchTree::remove", 3},
    {"binary_tree", "BinaryTree::add", 3},
    {"binary_tree", "BinaryTree::remove", 2},
    {"binary_tree", "BinaryTree::remove_min", 3},
    {"heap_array", "HeapArray::insert", 3},
    {"heap_array", "HeapArray::extract_max", 3},
    {"disjoint_sets", "DisjointSets::unite", 3},
    {"disjoint_sets", "DisjointSets::find", 3},
    {"binomial_heap", "BinomialHeap::insert", 2},
    {"binomial_heap", "BinomialHeap::extract_min", 2},
    {"red_black_tree", "RedBlackTree::put", 3},
    {"red_black_tree", "RedBlackTree::remove", 3},
    {"directed_acyclic_graph", "DirectedAcyclicGraph::add_edge", 2},
    {"fibonacci_heap", "FibonacciHeap::insert", 2},
    {"fibonacci_heap", "FibonacciHeap::extract_min", 2},
};

// Two programs are compiled for each; without FRETSAW_FULL_TESTS, two of them will do.
TEST(Explore, KnowsEveryBranchOfMethodsThatChangeTheExamples) {
  const bool is_full = std::getenv("FRETSAW_FULL_TESTS") != nullptr;
  for (const Mutating& each : kMutating) {
    const std::string method = each.method;
    if (!is_full && method != "HeapArray::extract_max" && method != "RedBlackTree::remove") continue;
    SCOPED_TRACE(each.method);
    const auto report =
        explored(std::string("examples/structures/") + each.header + ".hpp", each.method, each.size);
    ASSERT_TRUE(report) << render(report.error());
    EXPECT_EQ(report->covered + report->infeasible, report->branches.size());
    EXPECT_GT(report->covered, 0U);
    EXPECT_EQ(report->failed, 0U);
    EXPECT_EQ(report->checked, report->tests.size());
    EXPECT_EQ(report->exploration.divergences, 0U);
    EXPECT_EQ(report->exploration.inconsistent_conditions, 0U);
  }
}

}  // namespace

}  // namespace fretsaw::path
