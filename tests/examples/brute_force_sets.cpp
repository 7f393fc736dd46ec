// SPDX-License-Identifier: MIT
#include "attribute_value_tree.hpp"
#include "directed_acyclic_graph.hpp"
#include "disjoint_sets.hpp"
#include "examples/brute_force.hpp"
#include "hash_set.hpp"

namespace examples {
namespace {

using ins::AttributeValueTree;

void spell(Spelling& spelling, const HashSet::Entry* entry) {
  if (!spelling.meets(entry)) return;
  spelling.write(entry->key);
  spell(spelling, entry->next.get());
}

void spell(Spelling& spelling, const AttributeValueTree::Pairs& pairs) {
  spelling.write(static_cast<int>(pairs.size()));
  for (const auto& pair : pairs) {
    if (!spelling.meets(pair.get())) continue;
    spelling.write(pair->attribute);
    spelling.write(pair->value.value_or(-1));
    spell(spelling, pair->children);
  }
}

void spell(Spelling& spelling, const DirectedAcyclicGraph::Node* node) {
  if (!spelling.meets(node)) return;
  spelling.write(node->id);
  spelling.write(static_cast<int>(node->successors.size()));
  for (const auto* successor : node->successors) spell(spelling, successor);
}

}  // namespace

int count_hash_sets(const Bounds& bounds) {
  HashSet set;
  std::vector<HashSet::Entry> entries(bounds.objects("Entry"));
  Fields fields;
  fields.value(set.max_load_, bounds.values<double>("HashSet::max_load_"));
  fields.value(set.count_, bounds.values("HashSet::count_"));
  set.buckets_.clear();
  fields.vector(set.buckets_, bounds.max_length(), [&](auto& bucket) { fields.pointer(bucket, entries); });
  for (HashSet::Entry& entry : entries) {
    fields.value(entry.key, bounds.values("Entry::key"));
    fields.pointer(entry.next, entries);
  }
  return count_valid(fields, set, [&](Spelling& spelling) {
    spelling.write(set.count_);
    spelling.write(set.capacity());
    for (const auto& bucket : set.buckets_) spell(spelling, bucket.get());
  });
}

int count_disjoint_sets(const Bounds& bounds) {
  DisjointSets sets;
  Fields fields;
  fields.vector(sets.parent_, bounds.max_length(),
                [&](int& parent) { fields.value(parent, bounds.values("DisjointSets::parent_")); });
  fields.vector(sets.rank_, bounds.max_length(),
                [&](int& rank) { fields.value(rank, bounds.values("DisjointSets::rank_")); });
  fields.value(sets.set_count_, bounds.values("DisjointSets::set_count_"));
  return count_valid(fields, sets, [&](Spelling& spelling) {
    for (const int parent : sets.parent_) spelling.write(parent);
    for (const int rank : sets.rank_) spelling.write(rank);
  });
}

int count_attribute_value_trees(const Bounds& bounds) {
  AttributeValueTree tree;
  std::vector<AttributeValueTree::Pair> pairs(bounds.objects("Pair"));
  std::vector<std::optional<int>> words{std::nullopt};
  for (const int word : bounds.values("Pair::value")) words.emplace_back(word);
  Fields fields;
  const auto add_element = [&](auto& element) { fields.pointer(element, pairs); };
  fields.vector(tree.pairs_, bounds.max_length(), add_element);
  fields.value(tree.size_, bounds.values("AttributeValueTree::size_"));
  for (AttributeValueTree::Pair& pair : pairs) {
    fields.value(pair.attribute, bounds.values("Pair::attribute"));
    fields.value(pair.value, words);
    fields.vector(pair.children, bounds.max_length(), add_element);
  }
  return count_valid(fields, tree, [&](Spelling& spelling) { spell(spelling, tree.pairs_); });
}

int count_directed_acyclic_graphs(const Bounds& bounds) {
  DirectedAcyclicGraph graph;
  std::vector<DirectedAcyclicGraph::Node> nodes(bounds.objects("Node"));
  Fields fields;
  const auto add_element = [&](auto& element) { fields.pointer(element, nodes); };
  fields.vector(graph.nodes_, bounds.max_length(), add_element);
  fields.value(graph.edge_count_, bounds.values("DirectedAcyclicGraph::edge_count_"));
  for (DirectedAcyclicGraph::Node& node : nodes) {
    fields.value(node.id, bounds.values("Node::id"));
    fields.vector(node.successors, bounds.max_length(), add_element);
  }
  return count_valid(fields, graph, [&](Spelling& spelling) {
    spelling.write(graph.node_count());
    for (const auto& node : graph.nodes_) spell(spelling, node.get());
  });
}

}  // namespace examples
