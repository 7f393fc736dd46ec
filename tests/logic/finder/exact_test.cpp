// SPDX-License-Identifier: MIT
// Exactly one instance of each isomorphism class, against grouping all instances by trying all permutations.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "fretsaw/finder.hpp"
#include "logic/finder/plan.hpp"
#include "logic/symmetry/lex_leader.hpp"
#include "support/brute_force.hpp"
#include "support/random.hpp"
#include "support/random_problem.hpp"
#include "support/shrink.hpp"

namespace fretsaw {
namespace {

using support::Random;
using support::Valuation;

// All permutations of the universe that move atoms within their classes only.
std::vector<std::vector<Atom>> permutations(const Problem& problem) {
  std::vector<Atom> identity(problem.universe.size());
  for (Atom a = 0; a < identity.size(); ++a) identity[a] = a;
  std::vector<std::vector<Atom>> result{identity};
  for (const auto& members : interchangeable_atoms(problem)) {
    std::vector<std::vector<Atom>> more;
    std::vector<Atom> images = members;
    do {
      for (std::vector<Atom> permutation : result) {
        for (std::size_t i = 0; i < members.size(); ++i) permutation[members[i]] = images[i];
        more.push_back(std::move(permutation));
      }
    } while (std::ranges::next_permutation(images).found);
    result = std::move(more);
  }
  return result;
}

Valuation renamed(const Valuation& valuation, const std::vector<Atom>& permutation) {
  Valuation result;
  for (const TupleSet& set : valuation) {
    std::vector<Atom> rows(set.atoms().begin(), set.atoms().end());
    for (Atom& atom : rows) atom = permutation[atom];
    result.push_back(TupleSet::from_rows(set.arity(), std::move(rows)));
  }
  return result;
}

// The smallest member of the valuation's isomorphism class.
Valuation representative(const Valuation& valuation, const std::vector<std::vector<Atom>>& permutations) {
  Valuation best = valuation;
  for (const auto& permutation : permutations) best = std::min(best, renamed(valuation, permutation));
  return best;
}

// What is wrong with the exact enumeration of the problem; empty if nothing is.
std::string exact_complaint(const Problem& problem) {
  const auto all = support::brute_force(problem);
  if (all.too_large) return {};
  const auto renamings = permutations(problem);
  std::set<Valuation> classes;
  for (const Valuation& valuation : all.instances) classes.insert(representative(valuation, renamings));

  for (const std::uint32_t parts : {1U, 3U}) {
    std::set<Valuation> found;
    for (std::uint32_t part = 1; part <= parts; ++part) {
      InstancesOptions options;
      options.part = {part, parts};
      auto stream = instances(problem, options);
      if (!stream) return stream.error().message;
      while (auto instance = stream->next()) {
        const Valuation valuation = support::valuation_of(problem, *instance);
        if (!all.instances.contains(valuation)) return "not an instance";
        if (!found.insert(representative(valuation, renamings)).second) {
          return fmt::format("two isomorphic instances ({})", stream->method());
        }
      }
      if (stream->failure()) return stream->failure()->message;
      if (!stream->complete()) return "not complete";
      if (part == parts && found != classes) {
        return fmt::format("{} classes instead of {} in {} parts ({})", found.size(), classes.size(), parts,
                           stream->method());
      }
    }
  }
  return {};
}

// A heap-like problem with interchangeable atoms: two kinds of objects, fields that are often pointers, a
// root, often everything reachable, and some further formula.
Problem random_heap(std::uint64_t seed) {
  Random random(seed);
  const auto a_count = static_cast<Atom>(random.between(1, 3));
  const auto b_count = static_cast<Atom>(random.between(0, 2));
  std::vector<std::string> names{"Root"};
  TupleSet root(1, {{0}}), a(1), b(1);
  for (Atom i = 0; i < a_count + b_count; ++i) {
    names.push_back(fmt::format("{}{}", i < a_count ? "A" : "B", i < a_count ? i : i - a_count));
    (i < a_count ? a : b).insert(std::vector<Atom>{i + 1});
  }
  Problem problem;
  problem.universe = Universe(names);
  const Relation r("Root", 1), sig_a("A", 1), sig_b("B", 1);
  const bool exact = random.percent(50);
  problem.bounds = {
      {r, root, root}, {sig_a, exact ? a : TupleSet(1), a}, {sig_b, random.percent(50) ? b : TupleSet(1), b}};
  const Variable x("x");
  Expr links = none(2);
  std::size_t free = 5;
  const auto field = [&](const std::string& name, const Relation& from, const TupleSet& from_upper,
                         const Relation& to, const TupleSet& to_upper) {
    const TupleSet upper = TupleSet::product(from_upper, to_upper);
    if (free + upper.size() > 14 || random.percent(25)) return;
    free += upper.size();
    const Relation relation(name, 2);
    problem.bounds.push_back({relation, TupleSet(2), upper});
    problem.formulas.push_back(in(relation, product(from, to)));
    const int kind = random.between(0, 3);
    if (kind == 0) problem.formulas.push_back(all({{x, from}}, one(join(x, relation))));
    if (kind == 1 || kind == 2) problem.formulas.push_back(all({{x, from}}, lone(join(x, relation))));
    links = links + relation;
  };
  field("start", r, root, sig_a, a);
  field("f", sig_a, a, sig_a, a);
  field("h", sig_a, a, sig_b, b);
  field("k", sig_b, b, sig_a, a);
  field("g", sig_a, a, sig_a, a);
  if (random.percent(60)) problem.formulas.push_back(in(sig_a + sig_b, join(r, reflexive_closure(links))));
  if (random.percent(40)) {
    const Relation last = problem.bounds.back().relation;
    if (last.arity() == 2) problem.formulas.push_back(random.percent(50) ? some(last) : no(last & iden()));
  }
  return problem;
}

void expect_no_complaint(std::uint64_t seed, const Problem& problem) {
  const std::string wrong = exact_complaint(problem);
  if (wrong.empty()) return;
  const Problem small =
      support::shrink(problem, [](const Problem& p) { return !exact_complaint(p).empty(); });
  FAIL() << "seed " << seed << ": " << wrong << "\nshrunk (" << exact_complaint(small) << "):\n"
         << support::to_text(small);
}

TEST(Exact, GivesOneInstanceOfEachClassOfRandomHeaps) {
  for (std::uint64_t seed = 1; seed <= 1500 && !HasFatalFailure(); ++seed)
    expect_no_complaint(seed, random_heap(seed));
}

TEST(Exact, GivesOneInstanceOfEachClassOfRandomProblems) {
  for (std::uint64_t seed = 1; seed <= 1000 && !HasFatalFailure(); ++seed) {
    expect_no_complaint(seed, support::random_problem(seed, {.max_free_tuples = 9}));
  }
}

std::uint64_t count(const Problem& problem, const InstancesOptions& options = {}) {
  auto stream = instances(problem, options);
  EXPECT_TRUE(stream) << stream.error().message;
  while (stream->skip()) {
  }
  EXPECT_TRUE(stream->complete());
  return stream->yielded_count();
}

// Relations over n atoms that satisfy a formula, up to isomorphism.
std::uint64_t classes_of_relations(Atom n, const std::function<Formula(const Relation&)>& formula) {
  std::vector<std::string> names;
  for (Atom i = 0; i < n; ++i) names.push_back(fmt::format("a{}", i));
  Problem problem;
  problem.universe = Universe(names);
  const Relation r("r", 2);
  problem.bounds = {{r, TupleSet(2), TupleSet::all(2, n)}};
  problem.formulas = {formula(r)};
  return count(problem);
}

TEST(Exact, CountsRelationsGraphsOrdersAndFunctions) {
  const std::vector<std::uint64_t> relations{2, 10, 104, 3044}, graphs{1, 2, 4, 11, 34},
      orders{1, 2, 5, 16, 63}, functions{1, 3, 7, 19, 47};
  const Variable x("x");
  for (Atom n = 1; n <= 4; ++n) {
    EXPECT_EQ(classes_of_relations(n, [](const Relation&) { return constant(true); }), relations[n - 1]);
  }
  for (Atom n = 1; n <= 5; ++n) {
    EXPECT_EQ(
        classes_of_relations(n, [](const Relation& r) { return no(r & iden()) && equal(r, transpose(r)); }),
        graphs[n - 1]);
    EXPECT_EQ(classes_of_relations(n,
                                   [](const Relation& r) {
                                     return in(iden(), r) && in(r & transpose(r), iden()) &&
                                            in(join(r, r), r);
                                   }),
              orders[n - 1]);
    EXPECT_EQ(classes_of_relations(n, [&](const Relation& r) { return all({{x, univ()}}, one(join(x, r))); }),
              functions[n - 1]);
  }
}

// A root that points to nodes with two pointers each; at most n nodes.
Problem two_pointer_graphs(Atom n, bool all_reachable) {
  std::vector<std::string> names{"Root"};
  TupleSet root(1, {{0}}), nodes(1);
  for (Atom i = 1; i <= n; ++i) {
    names.push_back(fmt::format("N{}", i - 1));
    nodes.insert(std::vector<Atom>{i});
  }
  Problem problem;
  problem.universe = Universe(names);
  const Relation r("Root", 1), start("start", 2), left("left", 2), right("right", 2), node("Node", 1);
  problem.bounds = {{r, root, root},
                    {node, nodes, nodes},
                    {start, TupleSet(2), TupleSet::product(root, nodes)},
                    {left, TupleSet(2), TupleSet::product(nodes, nodes)},
                    {right, TupleSet(2), TupleSet::product(nodes, nodes)}};
  const Variable x("x");
  problem.formulas = {lone(start), all({{x, node}}, lone(join(x, left)) && lone(join(x, right)))};
  if (all_reachable)
    problem.formulas.push_back(in(node, join(r, join(start, reflexive_closure(left + right)))));
  return problem;
}

TEST(Exact, NumbersStructuresByAWalkAlongTheirPointers) {
  EXPECT_EQ(count(two_pointer_graphs(3, true)), 816U);
  const auto stream = instances(two_pointer_graphs(3, true));
  EXPECT_EQ(stream->method(),
            "1 of 1 classes of interchangeable atoms numbered in the order of a walk along pointers");
}

// A relation is decided as leaders are compared, atom by atom; several relations one after the other, or
// structures like red-black trees take a hundred times as long.
TEST(Exact, DecidesOneRelationByAtomsAndSeveralByRelations) {
  Problem problem;
  problem.universe = Universe({"a", "b", "c"});
  const Relation r("r", 2), s("s", 2);
  const auto decisions = [&] {
    Budget budget{Limits{}};
    return plan_enumeration(problem, {}, budget)->decision_order;
  };
  problem.bounds = {{r, TupleSet(2), TupleSet::all(2, 3)}};
  const std::vector<int> by_atoms = decisions();
  EXPECT_FALSE(std::ranges::is_sorted(by_atoms));
  EXPECT_EQ(by_atoms.size(), 9U);
  problem.bounds.push_back({s, TupleSet(2), TupleSet::all(2, 3)});
  const std::vector<int> by_relations = decisions();
  EXPECT_TRUE(std::ranges::is_sorted(by_relations));
  EXPECT_EQ(by_relations.size(), 18U);
}

// Nodes that nothing leads to are in the set of all nodes only, and none differs from another. Nodes that are
// not reached but point somewhere do.
TEST(Exact, NumbersStructuresWithAtomsThatAreInNoTuple) {
  Problem problem = two_pointer_graphs(3, false);
  const Relation root = problem.bounds[0].relation, start = problem.bounds[2].relation;
  const Expr links = problem.bounds[3].relation + problem.bounds[4].relation;
  EXPECT_NE(instances(problem)->method().find("0 of 1 classes"), std::string::npos);
  const Expr reached = join(root, join(start, reflexive_closure(links)));
  problem.formulas.push_back(in(links, product(reached, reached)));
  EXPECT_EQ(instances(problem)->method(),
            "1 of 1 classes of interchangeable atoms numbered in the order of a walk along pointers");
  EXPECT_EQ(count(problem), 866U);  // as many as are reachable from the root
}

TEST(Root, ComparesOnlyWhatIsReachable) {
  const Problem problem = two_pointer_graphs(3, false);
  InstancesOptions options;
  options.root = Root{problem.bounds[0].relation};
  EXPECT_EQ(count(problem, options), 866U);
  options.root = Root{problem.bounds[1].relation};
  EXPECT_EQ(instances(problem, options).error().message,
            "the root 'Node' is not a set of exactly one atom in every instance");
}

TEST(Parts, AddUpToTheWhole) {
  const Problem problem = two_pointer_graphs(3, true);
  for (const std::uint32_t parts : {2U, 3U, 7U, 64U}) {
    std::uint64_t total = 0;
    for (std::uint32_t part = 1; part <= parts; ++part) {
      InstancesOptions options;
      options.part = {part, parts};
      total += count(problem, options);
    }
    EXPECT_EQ(total, 816U) << parts;
  }
  InstancesOptions none;
  none.part = {3, 2};
  EXPECT_EQ(instances(problem, none).error().message, "no part 3 of 2");
}

// The instances in order, as text.
std::vector<std::string> sequence(const Problem& problem, const InstancesOptions& options) {
  std::vector<std::string> result;
  auto stream = instances(problem, options);
  while (auto instance = stream->next()) result.push_back(to_string(*instance, problem.universe));
  EXPECT_TRUE(stream->complete());
  return result;
}

TEST(Threads, ChangeNeitherTheInstancesNorTheirOrder) {
  Problem relations;
  relations.universe = Universe({"a", "b", "c", "d"});
  const Relation r("r", 2);
  relations.bounds = {{r, TupleSet(2), TupleSet::all(2, 4)}};
  for (const Problem& problem : {two_pointer_graphs(3, true), relations}) {
    for (const Symmetry symmetry : {Symmetry::Exact, Symmetry::Lex}) {
      InstancesOptions options;
      options.symmetry = symmetry;
      const auto alone = sequence(problem, options);
      for (const unsigned threads : {2U, 5U}) {
        options.threads = threads;
        EXPECT_EQ(sequence(problem, options), alone);
      }
    }
  }
}

TEST(Threads, StopWhenTheStreamIsLeft) {
  InstancesOptions options;
  options.threads = 3;
  auto stream = instances(two_pointer_graphs(4, false), options);
  ASSERT_TRUE(stream->next());
}

TEST(Order, GivesTheSmallestFirst) {
  const Problem problem = two_pointer_graphs(3, true);
  InstancesOptions options;
  options.order = Order::Smallest;
  std::size_t last = 0, total = 0;
  auto stream = instances(problem, options);
  while (auto instance = stream->next()) {
    std::size_t tuples = 0;
    for (const auto& [relation, value] : instance->values())
      tuples += relation.arity() > 1 ? value.size() : 0;
    EXPECT_GE(tuples, last);
    last = tuples;
    ++total;
  }
  EXPECT_EQ(total, 816U);
}

// A.f: A, A.h: B, B.k: A, all reachable from one A: numbering one type after the other would lose structures.
TEST(Exact, LosesNoStructureOfMutuallyRecursiveTypes) {
  Problem problem;
  problem.universe = Universe({"Root", "A0", "A1", "A2", "B0", "B1"});
  const TupleSet root(1, {{0}}), as(1, {{1}, {2}, {3}}), bs(1, {{4}, {5}});
  const Relation r("Root", 1), a("A", 1), b("B", 1), start("start", 2), f("f", 2), h("h", 2), k("k", 2);
  problem.bounds = {{r, root, root},
                    {a, as, as},
                    {b, bs, bs},
                    {start, TupleSet(2), TupleSet::product(root, as)},
                    {f, TupleSet(2), TupleSet::product(as, as)},
                    {h, TupleSet(2), TupleSet::product(as, bs)},
                    {k, TupleSet(2), TupleSet::product(bs, as)}};
  const Variable x("x");
  problem.formulas = {one(start), all({{x, a}}, lone(join(x, f)) && lone(join(x, h))),
                      all({{x, b}}, lone(join(x, k))),
                      in(a + b, join(r, reflexive_closure(start + f + h + k)))};
  EXPECT_EQ(count(problem), 1012U);
  EXPECT_EQ(instances(problem)->method(),
            "2 of 2 classes of interchangeable atoms numbered in the order of a walk along pointers");
}

}  // namespace
}  // namespace fretsaw
