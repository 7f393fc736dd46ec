// SPDX-License-Identifier: MIT
// Instances per second of the evaluator: the invariant of a binary tree with six nodes, on instances given
// as bits and as values, half of them valid.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "logic/relational/evaluator.hpp"

namespace fretsaw {
namespace {

constexpr Atom kNodes = 6;

// Atom 0 is the tree, atoms 1..6 are its nodes; all nodes are in the tree.
struct Tree {
  Relation root{"root", 2}, left{"left", 2}, right{"right", 2};
  Problem problem;

  Tree() {
    problem.universe = Universe({"T0", "N0", "N1", "N2", "N3", "N4", "N5"});
    std::vector<Atom> nodes;
    for (Atom node = 1; node <= kNodes; ++node) nodes.push_back(node);
    const TupleSet node_set = TupleSet::unary(nodes);
    problem.bounds = {{root, TupleSet(2), TupleSet::product(TupleSet::unary({0}), node_set)},
                      {left, TupleSet(2), TupleSet::product(node_set, node_set)},
                      {right, TupleSet(2), TupleSet::product(node_set, node_set)}};
    const Variable n("n");
    const Expr children = left + right;
    const Formula acyclic = !in(n, join(n, closure(children)));
    const Formula one_parent = lone(join(n, transpose(children)));
    const Formula distinct = no(join(n, left) & join(n, right));
    const Expr reached = join(join(univ(), root), reflexive_closure(children));
    problem.formulas = {all({{n, reached}}, acyclic && one_parent && distinct)};
  }
};

// Left and right pointers of the path-shaped tree 0 - 1 - ... - 5 whose turns are the bits of `turns`; with a
// cycle at the end if `broken`.
Instance path(const Tree& tree, unsigned turns, bool broken) {
  TupleSet sides[2] = {TupleSet(2), TupleSet(2)};
  for (Atom node = 1; node < kNodes; ++node)
    sides[turns >> node & 1].insert(std::vector<Atom>{node, node + 1});
  if (broken) sides[0].insert(std::vector<Atom>{kNodes, 1});
  return Instance({{tree.root, TupleSet(2, {{0, 1}})}, {tree.left, sides[0]}, {tree.right, sides[1]}});
}

std::vector<Instance> instances(const Tree& tree) {
  std::vector<Instance> list;
  for (unsigned turns = 0; turns < 64; turns += 2) {
    list.push_back(path(tree, turns, false));
    list.push_back(path(tree, turns, true));
  }
  return list;
}

std::vector<std::vector<std::uint64_t>> as_bits(const Problem& problem, const std::vector<Instance>& list) {
  std::vector<std::vector<std::uint64_t>> all;
  for (const Instance& instance : list) {
    std::vector<std::uint64_t> words;
    std::size_t at = 0;
    for (const Bound& bound : problem.bounds) {
      for (std::size_t row = 0; row < bound.upper.size(); ++row, ++at) {
        if (at % 64 == 0) words.push_back(0);
        if (instance[bound.relation].contains(bound.upper.row(row)))
          words[at / 64] |= std::uint64_t{1} << (at % 64);
      }
    }
    all.push_back(words);
  }
  return all;
}

void tree_invariant_on_bits(benchmark::State& state) {
  const Tree tree;
  Evaluator evaluator(tree.problem);
  const auto candidates = as_bits(tree.problem, instances(tree));
  std::size_t next = 0;
  std::int64_t valid = 0;
  for (auto _ : state) {
    valid += evaluator.holds(candidates[next]) == Truth::True ? 1 : 0;
    next = (next + 1) % candidates.size();
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["valid"] =
      benchmark::Counter(static_cast<double>(valid), benchmark::Counter::kAvgIterations);
}
BENCHMARK(tree_invariant_on_bits);

void tree_invariant_on_instances(benchmark::State& state) {
  const Tree tree;
  Evaluator evaluator(tree.problem);
  const auto candidates = instances(tree);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(evaluator.holds(candidates[next]));
    next = (next + 1) % candidates.size();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(tree_invariant_on_instances);

}  // namespace
}  // namespace fretsaw

BENCHMARK_MAIN();
