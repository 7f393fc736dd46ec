// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "attribute_value_tree.hpp"
#include "directed_acyclic_graph.hpp"
#include "disjoint_sets.hpp"
#include "examples/random_operations.hpp"
#include "hash_set.hpp"

namespace examples {
namespace {

TEST(HashSet, BehavesLikeASet) {
  for_each_seed([](Dice& dice) {
    HashSet hash_set(dice.roll(1, 5), dice.one_in(2) ? 0.75 : 2.5);
    std::set<int> set;
    for (int i = 0; i < 300; ++i) {
      const int key = dice.roll(-20, 40);
      if (dice.one_in(2)) {
        ASSERT_EQ(hash_set.insert(key), set.insert(key).second);
      } else {
        ASSERT_EQ(hash_set.remove(key), set.erase(key) == 1);
      }
      ASSERT_TRUE(hash_set.rep_ok());
      ASSERT_EQ(hash_set.contains(key), set.count(key) == 1);
      ASSERT_EQ(hash_set.size(), static_cast<int>(set.size()));
      std::vector<int> keys = hash_set.keys();
      std::sort(keys.begin(), keys.end());
      ASSERT_EQ(keys, std::vector<int>(set.begin(), set.end()));
    }
  });
}

TEST(HashSet, GrowsOnlyBeyondItsLoadFactor) {
  HashSet set(4, 0.75);
  for (int key = 0; key < 3; ++key) set.insert(key);
  EXPECT_EQ(set.capacity(), 4);
  set.insert(3);
  EXPECT_EQ(set.capacity(), 8);
  EXPECT_TRUE(set.rep_ok());
}

TEST(HashSet, RefusesToBeBuiltWithoutRoom) {
  EXPECT_THROW(HashSet(0), std::invalid_argument);
  EXPECT_THROW(HashSet(4, 0.0), std::invalid_argument);
}

TEST(DisjointSets, KnowWhatWasUnited) {
  for_each_seed([](Dice& dice) {
    DisjointSets sets;
    std::vector<int> label;
    for (int i = 0; i < 150; ++i) {
      if (label.empty() || dice.one_in(4)) {
        ASSERT_EQ(sets.add(), static_cast<int>(label.size()));
        label.push_back(static_cast<int>(label.size()));
      } else {
        const int a = dice.roll(0, sets.size() - 1);
        const int b = dice.roll(0, sets.size() - 1);
        const int from = label[b];
        ASSERT_EQ(sets.unite(a, b), label[a] != from);
        std::replace(label.begin(), label.end(), from, label[a]);
        ASSERT_TRUE(sets.same_set(a, b));
      }
      ASSERT_TRUE(sets.rep_ok());
      ASSERT_EQ(sets.set_count(), static_cast<int>(std::set<int>(label.begin(), label.end()).size()));
    }
    for (int a = 0; a < sets.size(); ++a) {
      for (int b = 0; b < a; ++b) ASSERT_EQ(sets.same_set(a, b), label[a] == label[b]);
    }
    ASSERT_TRUE(sets.rep_ok());
    ASSERT_THROW(sets.find(sets.size()), std::out_of_range);
    ASSERT_THROW(sets.unite(0, -1), std::out_of_range);
  });
}

// A name as a map from the attributes on the way to a pair, to its value (-1: any).
using FlatName = std::map<std::vector<int>, int>;

bool starts_with(const std::vector<int>& way, const std::vector<int>& prefix) {
  return way.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), way.begin());
}

// What the path says, way by way.
FlatName flatten(const ins::Path& path) {
  FlatName flat;
  std::vector<int> way;
  for (const ins::Step& step : path) {
    way.push_back(step.attribute);
    flat[way] = step.value.value_or(-1);
  }
  return flat;
}

bool says(const FlatName& name, const FlatName& all_of) {
  return std::all_of(all_of.begin(), all_of.end(), [&](const auto& pair) {
    const auto at = name.find(pair.first);
    return at != name.end() && at->second == pair.second;
  });
}

bool can_add(const FlatName& name, const FlatName& path) {
  return std::all_of(path.begin(), path.end(), [&](const auto& pair) {
    const auto at = name.find(pair.first);
    const bool is_last = pair.first == path.rbegin()->first;
    return (at == name.end() || at->second == pair.second) && (is_last || pair.second != -1);
  });
}

bool conforms(const FlatName& service, const FlatName& query) {
  return std::all_of(query.begin(), query.end(), [&](const auto& pair) {
    const auto at = service.find(pair.first);
    return at != service.end() && (pair.second == -1 || at->second == pair.second);
  });
}

ins::Path random_path(Dice& dice) {
  ins::Path path;
  for (int length = dice.roll(1, 3); length > 0; --length) {
    const bool star = length == 1 ? dice.one_in(4) : dice.one_in(20);
    path.push_back({dice.roll(1, 3), star ? std::nullopt : std::optional<int>(dice.roll(0, 1))});
  }
  return path;
}

void change(ins::AttributeValueTree& tree, FlatName& name, Dice& dice) {
  const ins::Path path = random_path(dice);
  const FlatName flat = flatten(path);
  const std::vector<int> way = flat.rbegin()->first;
  ASSERT_EQ(tree.contains(path), says(name, flat));
  if (dice.one_in(4)) {
    const bool was_there = says(name, flat);
    if (was_there) std::erase_if(name, [&](const auto& pair) { return starts_with(pair.first, way); });
    ASSERT_EQ(tree.remove(path), was_there);
  } else {
    const bool possible = can_add(name, flat);
    if (possible) name.insert(flat.begin(), flat.end());
    ASSERT_EQ(tree.add(path), possible);
  }
  ASSERT_TRUE(tree.rep_ok());
  ASSERT_EQ(tree.size(), static_cast<int>(name.size()));
}

TEST(AttributeValueTree, ReportsWhatWasAdded) {
  for_each_seed([](Dice& dice) {
    ins::AttributeValueTree service;
    ins::AttributeValueTree query;
    FlatName service_name;
    FlatName query_name;
    for (int i = 0; i < 200; ++i) {
      ASSERT_NO_FATAL_FAILURE(change(service, service_name, dice));
      if (dice.one_in(10)) {
        query = service;
        query_name = service_name;
      }
      ASSERT_NO_FATAL_FAILURE(change(query, query_name, dice));
      ASSERT_EQ(service.conforms_to(query), conforms(service_name, query_name));
      ASSERT_EQ(query.conforms_to(service), conforms(query_name, service_name));
      ASSERT_TRUE(service.conforms_to(service));
    }
  });
}

TEST(AttributeValueTree, StarAsksForTheAttributeWithAnyValue) {
  constexpr int kService = 1;
  constexpr int kCamera = 7;
  ins::AttributeValueTree camera;
  ins::AttributeValueTree anything;
  ASSERT_TRUE(camera.add({{kService, kCamera}}));
  ASSERT_TRUE(anything.add({{kService, std::nullopt}}));
  EXPECT_TRUE(camera.conforms_to(anything));
  EXPECT_FALSE(anything.conforms_to(camera));
  EXPECT_FALSE(ins::AttributeValueTree().conforms_to(anything));
  EXPECT_FALSE(anything.add({{kService, std::nullopt}, {2, 2}}));
  EXPECT_TRUE(camera.remove({}));
  EXPECT_TRUE(camera.empty() && camera.rep_ok());
}

using Edges = std::set<std::pair<int, int>>;

bool leads(const Edges& edges, int from, int to) {
  if (from == to) return true;
  return std::any_of(edges.begin(), edges.end(),
                     [&](const auto& edge) { return edge.first == from && leads(edges, edge.second, to); });
}

Edges without_node(const Edges& edges, int gone) {
  Edges rest;
  for (const auto& [from, to] : edges) {
    if (from != gone && to != gone) rest.insert({from - (from > gone), to - (to > gone)});
  }
  return rest;
}

TEST(DirectedAcyclicGraph, NeverClosesACycle) {
  for_each_seed([](Dice& dice) {
    DirectedAcyclicGraph graph;
    Edges edges;
    for (int i = 0; i < 150; ++i) {
      const int last = graph.node_count() - 1;
      if (last < 1 || (last < 7 && dice.one_in(8))) {
        ASSERT_EQ(graph.add_node(), last + 1);
        continue;
      }
      const int from = dice.roll(0, last);
      const int to = dice.roll(0, last);
      if (dice.one_in(25)) {
        graph.remove_node(from);
        edges = without_node(edges, from);
      } else if (dice.one_in(4)) {
        ASSERT_EQ(graph.remove_edge(from, to), edges.erase({from, to}) == 1);
      } else {
        ASSERT_EQ(graph.reaches(from, to), leads(edges, from, to));
        const bool possible = !leads(edges, to, from) && edges.count({from, to}) == 0;
        ASSERT_EQ(graph.add_edge(from, to), possible);
        if (possible) edges.insert({from, to});
      }
      ASSERT_TRUE(graph.rep_ok());
      ASSERT_EQ(graph.edge_count(), static_cast<int>(edges.size()));
      const std::vector<int> order = graph.topological_order();
      const auto place = [&](int id) { return std::find(order.begin(), order.end(), id); };
      for (const auto& [source, target] : edges) {
        ASSERT_TRUE(graph.has_edge(source, target));
        ASSERT_LT(place(source), place(target));
      }
    }
  });
}

TEST(DirectedAcyclicGraph, RefusesNodesThatDoNotExist) {
  DirectedAcyclicGraph graph;
  EXPECT_TRUE(graph.rep_ok());
  EXPECT_THROW(graph.add_edge(0, 0), std::out_of_range);
  EXPECT_THROW(graph.remove_node(0), std::out_of_range);
  graph.add_node();
  EXPECT_FALSE(graph.add_edge(0, 0));
  EXPECT_TRUE(graph.rep_ok());
}

}  // namespace
}  // namespace examples
