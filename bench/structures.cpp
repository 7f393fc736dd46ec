// SPDX-License-Identifier: MIT
#include "structures.hpp"

#include <fmt/format.h>

#include <functional>
#include <utility>

namespace fretsaw {

namespace {

// Collects named groups of atoms and the relations over them.
class Builder {
 public:
  TupleSet atoms(const std::string& prefix, int count) {
    std::vector<Atom> group;
    for (int i = 0; i < count; ++i) {
      group.push_back(static_cast<Atom>(names_.size()));
      names_.push_back(fmt::format("{}{}", prefix, i));
    }
    return TupleSet::unary(std::move(group));
  }

  Relation exactly(const std::string& name, const TupleSet& value) {
    Relation relation(name, value.arity());
    problem_.bounds.push_back({relation, value, value});
    return relation;
  }

  Relation within(const std::string& name, const TupleSet& upper) {
    Relation relation(name, upper.arity());
    problem_.bounds.push_back({relation, TupleSet(upper.arity()), upper});
    return relation;
  }

  // The pairs (i-th of a, j-th of b) for which keep(i, j) holds.
  static TupleSet pairs(const TupleSet& a, const TupleSet& b,
                        const std::function<bool(std::size_t, std::size_t)>& keep) {
    TupleSet result(2);
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < b.size(); ++j) {
        if (keep(i, j)) result.insert(std::vector<Atom>{a.row(i)[0], b.row(j)[0]});
      }
    }
    return result;
  }

  void fact(const Formula& formula) { problem_.formulas.push_back(formula); }

  Problem finish() {
    problem_.universe = Universe(names_);
    return std::move(problem_);
  }

 private:
  std::vector<std::string> names_;
  Problem problem_;
};

bool is_less(std::size_t i, std::size_t j) { return i < j; }
bool is_next(std::size_t i, std::size_t j) { return i + 1 == j; }

struct Tree {
  Relation node, left, right;
  Expr children;
};

// A binary search tree of n nodes with distinct keys; ordering facts number nodes breadth first.
Tree search_tree(Builder& b, int n, OrderingFacts facts) {
  const TupleSet nodes = b.atoms("N", n);
  const TupleSet keys = b.atoms("K", n);
  const TupleSet edges = TupleSet::product(nodes, nodes);
  const Relation node = b.exactly("Node", nodes);
  const Relation root = facts == OrderingFacts::ByHand ? b.exactly("root", TupleSet::unary({nodes.row(0)[0]}))
                                                       : b.within("root", nodes);
  const Relation left = b.within("left", edges);
  const Relation right = b.within("right", edges);
  const Relation key = b.within("key", TupleSet::product(nodes, keys));
  const Relation key_before = b.exactly("keyBefore", Builder::pairs(keys, keys, is_less));
  const Expr children = left + right;
  const Variable x("x"), y("y");

  b.fact(all({{x, node}}, lone(join(x, left)) && lone(join(x, right)) && no(join(x, left) & join(x, right))));
  b.fact(all({{x, node}}, one(join(x, key))));
  b.fact(in(node, join(root, reflexive_closure(children))));
  b.fact(all({{x, node}}, lone(join(children, x)) && !in(x, join(x, closure(children)))));
  b.fact(all({{x, node}}, all({{y, join(join(x, left), reflexive_closure(children))}},
                              in(product(join(y, key), join(x, key)), key_before)) &&
                              all({{y, join(join(x, right), reflexive_closure(children))}},
                                  in(product(join(x, key), join(y, key)), key_before))));
  b.fact(one(root) && no(join(children, root)));
  if (facts == OrderingFacts::None) return {node, left, right, children};

  // Breadth first: later nodes have later parents, or the same parent and are its right child.
  const Relation before = b.exactly("before", Builder::pairs(nodes, nodes, is_less));
  b.fact(all({{x, node - root}, {y, join(x, before)}},
             in(product(join(children, x), join(children, y)), before) ||
                 (equal(join(children, x), join(children, y)) && in(x, join(join(children, x), left)))));
  return {node, left, right, children};
}

}  // namespace

Problem binary_search_tree(int n, OrderingFacts facts) {
  Builder b;
  search_tree(b, n, facts);
  return b.finish();
}

Problem doubly_linked_list(int n, OrderingFacts facts) {
  Builder b;
  const TupleSet entries = b.atoms("E", n + 1);
  const TupleSet objects = b.atoms("O", n);
  const TupleSet header_set = TupleSet::unary({entries.row(0)[0]});
  const Relation entry = b.exactly("Entry", entries);
  const Relation header =
      facts == OrderingFacts::ByHand ? b.exactly("header", header_set) : b.within("header", entries);
  const Relation next = b.within("next", TupleSet::product(entries, entries));
  const Relation prev = b.within("prev", TupleSet::product(entries, entries));
  const Relation element = b.within("element", TupleSet::product(entries, objects));
  const Variable x("x");

  b.fact(one(header));
  b.fact(all({{x, entry}}, one(join(x, next)) && one(join(x, prev))));
  b.fact(equal(prev, transpose(next)));
  b.fact(equal(join(header, reflexive_closure(next)), entry));
  b.fact(no(join(header, element)) && all({{x, entry - header}}, one(join(x, element))));
  if (facts == OrderingFacts::None) return b.finish();

  // Entries in the order of the list; an object appears only after its predecessor.
  const Relation after = b.exactly("after", Builder::pairs(entries, entries, is_next));
  const Relation first_object = b.exactly("firstObject", TupleSet::unary({objects.row(0)[0]}));
  const Relation object_after = b.exactly("objectAfter", Builder::pairs(objects, objects, is_next));
  b.fact(all({{x, entry}}, in(join(x, next), join(x, after) + header)));
  const Expr earlier = join(closure(after), x);
  b.fact(all({{x, entry - header}},
             in(join(x, element),
                join(earlier, element) + join(join(earlier, element), object_after) + first_object)));
  return b.finish();
}

Problem red_black_tree(int n, OrderingFacts facts) {
  Builder b;
  const Tree tree = search_tree(b, n, facts);
  const TupleSet colors = b.atoms("C", 2);
  TupleSet nodes(1);
  for (int i = 0; i < n; ++i) nodes.insert(std::vector<Atom>{static_cast<Atom>(i)});
  const Relation red = b.exactly("Red", TupleSet::unary({colors.row(0)[0]}));
  const Relation color = b.within("color", TupleSet::product(nodes, colors));
  const Relation parent = b.within("parent", TupleSet::product(nodes, nodes));
  const Variable x("x"), y("y");

  b.fact(equal(parent, transpose(tree.children)));
  b.fact(all({{x, tree.node}}, one(join(x, color))));
  const auto is_red = [&](const Expr& e) { return equal(join(e, color), red); };
  b.fact(all({{x, tree.node}}, implies(is_red(x), no(join(join(x, tree.children), color) & red))));
  // All paths from the root to a missing child have the same number of black nodes.
  const auto blacks_above = [&](const Expr& e) {
    return count(join(e, reflexive_closure(parent)) - join(color, red));
  };
  const auto has_gap = [&](const Expr& e) { return no(join(e, tree.left)) || no(join(e, tree.right)); };
  b.fact(all({{x, tree.node}, {y, tree.node}},
             implies(has_gap(x) && has_gap(y), equal(blacks_above(x), blacks_above(y)))));
  Problem problem = b.finish();
  problem.integers.bitwidth = 5;
  return problem;
}

Problem hash_set(int n, OrderingFacts facts) {
  Builder b;
  const TupleSet buckets = b.atoms("B", n);
  const TupleSet entries = b.atoms("E", n);
  const Relation bucket = b.exactly("Bucket", buckets);
  const Relation entry = b.exactly("Entry", entries);
  const Relation table = b.within("table", TupleSet::product(buckets, entries));
  const Relation next = b.within("next", TupleSet::product(entries, entries));
  const Relation hash = b.within("hash", TupleSet::product(entries, buckets));
  const Relation bucket_before = b.exactly("bucketBefore", Builder::pairs(buckets, buckets, is_less));
  const Variable x("x"), i("i");

  b.fact(all({{i, bucket}}, lone(join(i, table))));
  b.fact(all({{x, entry}}, lone(join(x, next)) && one(join(x, hash)) && !in(x, join(x, closure(next)))));
  b.fact(equal(join(join(bucket, table), reflexive_closure(next)) & entry, entry));
  b.fact(all({{x, entry}}, one(join(table, x) + join(next, x))));
  b.fact(all({{i, bucket}, {x, join(join(i, table), reflexive_closure(next))}}, equal(join(x, hash), i)));
  if (facts == OrderingFacts::None) return b.finish();

  // Entries bucket by bucket, in the order of the chains.
  const Relation after = b.exactly("after", Builder::pairs(entries, entries, is_next));
  b.fact(in(next, after));
  b.fact(all({{x, entry}},
             all({{i, join(x, hash)}}, in(join(join(x, after), hash), i + join(i, bucket_before)))));
  return b.finish();
}

// Its elements are numbers, which are not interchangeable, so no ordering facts are needed.
Problem array_heap(int n, OrderingFacts) {
  Builder b;
  const TupleSet numbers = b.atoms("I", n + 1);
  TupleSet indices(1);
  for (int i = 0; i < n; ++i) indices.insert(numbers.row(static_cast<std::size_t>(i)));
  const Relation index = b.exactly("Index", indices);
  const Relation number = b.exactly("Number", numbers);
  const Relation length = b.within("length", numbers);
  const Relation size = b.within("size", numbers);
  const Relation array = b.within("array", TupleSet::product(indices, numbers));
  const Relation at_most =
      b.exactly("atMost", Builder::pairs(numbers, numbers, [](auto i, auto j) { return i <= j; }));
  const Relation less = b.exactly("less", Builder::pairs(numbers, numbers, is_less));
  const Relation parent = b.exactly(
      "parent", Builder::pairs(indices, indices, [](auto i, auto j) { return i > 0 && (i - 1) / 2 == j; }));
  const Variable i("i");

  b.fact(one(length) && one(size) && in(product(size, length), at_most));
  b.fact(all({{i, index}}, if_else(in(product(i, size), less), one(join(i, array)), no(join(i, array)))));
  b.fact(all({{i, index}}, in(product(join(i, array), join(join(i, parent), array)), at_most)));
  return b.finish();
}

const std::vector<StructureFamily>& structure_families() {
  static const std::vector<StructureFamily> families = {
      {"binary search trees", binary_search_tree, 6, {132, 429, 1430, 4862}},
      {"doubly linked lists", doubly_linked_list, 6, {203, 877, 4140, 21147}},
      {"red-black trees", red_black_tree, 6, {20, 35, 64, 122}},
      {"hash sets", hash_set, 6, {462, 1716, 6435, 24310}},
      {"array heaps", array_heap, 5, {1919, 13139, 117562, 1005075}},
  };
  return families;
}

}  // namespace fretsaw
