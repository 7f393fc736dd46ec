// SPDX-License-Identifier: MIT
#include "binomial_heap.hpp"
#include "examples/brute_force.hpp"
#include "fibonacci_heap.hpp"
#include "heap_array.hpp"

namespace examples {
namespace {

void spell(Spelling& spelling, const BinomialHeap::Node* node) {
  if (!spelling.meets(node)) return;
  spelling.write(node->key);
  spell(spelling, node->child);
  spell(spelling, node->sibling);
}

void spell(Spelling& spelling, const FibonacciHeap::Node* node) {
  if (!spelling.meets(node)) return;
  spelling.write(node->key);
  spelling.write(node->degree);
  spelling.write(node->marked);
  for (const FibonacciHeap::Node* next : {node->parent, node->child, node->left, node->right})
    spell(spelling, next);
}

}  // namespace

int count_heap_arrays(const Bounds& bounds) {
  HeapArray heap;
  Fields fields;
  fields.value(heap.size_, bounds.values("HeapArray::size_"));
  fields.vector(heap.array_, bounds.max_length(),
                [&](int& element) { fields.value(element, bounds.values("HeapArray::array_")); });
  return count_valid(fields, heap, [&](Spelling& spelling) {
    spelling.write(heap.size_);
    for (const int element : heap.array_) spelling.write(element);
  });
}

// Heaps of less than four elements have no use for the trees of order 2 and up, which stay null here: to try
// them all would take forever.
int count_binomial_heaps(const Bounds& bounds) {
  BinomialHeap heap;
  std::vector<BinomialHeap::Node> nodes(bounds.objects("Node"));
  Fields fields;
  fields.value(heap.size_, bounds.values("BinomialHeap::size_"));
  fields.pointer(heap.trees_[0], nodes);
  fields.pointer(heap.trees_[1], nodes);
  for (BinomialHeap::Node& node : nodes) {
    fields.value(node.key, bounds.values("Node::key"));
    fields.pointer(node.child, nodes);
    fields.pointer(node.sibling, nodes);
  }
  return count_valid(fields, heap, [&](Spelling& spelling) {
    spelling.write(heap.size_);
    for (const BinomialHeap::Node* tree : heap.trees_) spell(spelling, tree);
  });
}

int count_fibonacci_heaps(const Bounds& bounds) {
  FibonacciHeap heap;
  std::vector<FibonacciHeap::Node> nodes(bounds.objects("Node"));
  Fields fields;
  fields.pointer(heap.min_, nodes);
  fields.value(heap.size_, bounds.values("FibonacciHeap::size_"));
  for (FibonacciHeap::Node& node : nodes) {
    fields.value(node.key, bounds.values("Node::key"));
    fields.value(node.degree, bounds.values("Node::degree"));
    fields.value(node.marked, std::vector<bool>{false, true});
    for (FibonacciHeap::Node** link : {&node.parent, &node.child, &node.left, &node.right}) {
      fields.pointer(*link, nodes);
    }
  }
  return count_valid(fields, heap, [&](Spelling& spelling) {
    spelling.write(heap.size_);
    spell(spelling, heap.min_);
  });
}

}  // namespace examples
