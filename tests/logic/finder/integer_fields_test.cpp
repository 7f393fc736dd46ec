// SPDX-License-Identifier: MIT
// Fields that hold one integer each are translated without adders. Random problems over such fields, against
// brute force.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fretsaw/finder.hpp"
#include "support/brute_force.hpp"
#include "support/random.hpp"
#include "support/random_problem.hpp"

namespace fretsaw {
namespace {

using support::Random;

Problem random_fields(std::uint64_t seed) {
  Random random(seed);
  Problem problem;
  problem.integers.bitwidth = random.percent(50) ? 2 : random.between(1, 4);
  problem.integers.overflow = random.percent(50) ? Overflow::Prevent : Overflow::Wrap;
  std::vector<std::string> names{"n0", "n1"};
  const TupleSet nodes(1, {{0}, {1}});
  TupleSet numbers(1);
  // Some of those that have as many bits: brute force bears four.
  const int first = random.between(-(1 << (problem.integers.bitwidth - 1)), -1);
  for (int i = first; i < first + 4 && i < 1 << (problem.integers.bitwidth - 1); ++i) {
    const auto atom = static_cast<Atom>(names.size());
    names.push_back(std::to_string(i));
    problem.integers.atoms.emplace_back(i, atom);
    numbers.insert(std::vector<Atom>{atom});
  }
  problem.universe = Universe(std::move(names));
  const Relation node("Node", 1), key("key", 2), top("top", 1);
  problem.bounds = {{node, random.percent(50) ? nodes : TupleSet(1), nodes},
                    {key, TupleSet(2), TupleSet::product(nodes, numbers)},
                    {top, TupleSet(1), numbers}};
  const Variable x("x"), y("y");
  const auto sized = [&](const Expr& e) { return random.percent(50) ? one(e) : lone(e); };
  const Formula inside = in(key, product(node, ints()));
  const Formula each = all({{x, node}}, sized(join(x, key)));
  // Sometimes one of the two is missing, or not at the top: then the field need not be a function.
  if (random.percent(80)) problem.formulas.push_back(inside);
  problem.formulas.push_back(random.percent(80) ? each : each || some(top));
  problem.formulas.push_back(random.percent(80) ? sized(top) : some(top));
  const auto number = [&](const Variable& v) -> IntExpr {
    switch (random.between(0, 4)) {
      case 0:
        return sum(join(v, key));
      case 1:
        return sum(top);
      case 2:
        return sum(join(v, key) - top);
      case 3:
        return sum(join(v, key)) + sum(top);
      default:
        return count(join(v, key));
    }
  };
  for (int i = random.between(1, 2); i > 0; --i) {
    const IntExpr a = number(x), b = number(y);
    const Formula comparison = random.percent(50)   ? less(a, b)
                               : random.percent(50) ? equal(a, b)
                                                    : !less_equal(a, b);
    problem.formulas.push_back(random.percent(50) ? all({{x, node}, {y, node}}, comparison)
                                                  : exists({{x, node}, {y, node}}, comparison));
  }
  return problem;
}

TEST(IntegerFields, HaveTheInstancesThatBruteForceFinds) {
  std::uint64_t nonempty = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Problem problem = random_fields(seed);
    const auto expected = support::brute_force(problem);
    ASSERT_FALSE(expected.too_large);
    InstancesOptions options;
    options.symmetry = Symmetry::None;
    auto stream = instances(problem, options);
    std::set<support::Valuation> found;
    while (auto instance = stream->next()) found.insert(support::valuation_of(problem, *instance));
    ASSERT_FALSE(stream->failure()) << "seed " << seed << ": " << stream->failure()->message;
    ASSERT_EQ(found, expected.instances) << "seed " << seed << "\n" << support::to_text(problem);
    nonempty += found.empty() ? 0 : 1;
    const auto core = unsatisfiable_core(problem);
    ASSERT_EQ(core->verdict == Verdict::Sat, !found.empty()) << "seed " << seed;
  }
  EXPECT_GT(nonempty, 300U);
}

}  // namespace
}  // namespace fretsaw
