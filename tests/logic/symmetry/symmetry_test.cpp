// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "logic/symmetry/leader.hpp"
#include "logic/symmetry/lex_leader.hpp"
#include "support/random.hpp"

namespace fretsaw {
namespace {

using support::Random;

TEST(InterchangeableAtoms, AreThoseThatTheBoundsCannotTellApart) {
  Problem problem;
  problem.universe = Universe({"a0", "a1", "a2", "b0", "b1", "7", "8"});
  const TupleSet as(1, {{0}, {1}, {2}}), bs(1, {{3}, {4}});
  problem.bounds = {{Relation("A", 1), TupleSet(1), as},
                    {Relation("one", 1), TupleSet(1, {{2}}), TupleSet(1, {{2}})},
                    {Relation("f", 2), TupleSet(2), TupleSet::product(as, bs)}};
  problem.integers.atoms = {{7, 5}, {-8, 6}};
  using Classes = std::vector<std::vector<Atom>>;
  EXPECT_EQ(interchangeable_atoms(problem), (Classes{{0, 1}, {2}, {3, 4}, {5}, {6}}));
}

TEST(InterchangeableAtoms, IncludeThoseOfAFixedOrderOnlyAlone) {
  Problem problem;
  problem.universe = Universe({"a", "b", "c"});
  const TupleSet next(2, {{0, 1}, {1, 2}});
  problem.bounds = {{Relation("next", 2), next, next}};
  EXPECT_EQ(interchangeable_atoms(problem).size(), 3U);
}

// Random instances of relations of one to three columns over two classes and a fixed atom. Of all its
// renamings, tried one by one, exactly one is the leader, and lex-leader predicates hold in it.
class Leaders : public testing::TestWithParam<Atom> {
};  // how many fixed atoms there are: many make tables sparse

TEST_P(Leaders, AreOneOfEachClassAndSatisfyThePredicates) {
  const Atom fixed = GetParam();
  std::vector<std::string> names;
  for (Atom i = 0; i < fixed; ++i) names.push_back("fixed" + std::to_string(i));
  for (const char* name : {"a0", "a1", "a2", "b0", "b1"}) names.emplace_back(name);
  Problem problem;
  problem.universe = Universe(names);
  const Atom atoms = problem.universe.size();
  TupleSet used(1, {{0}});
  for (Atom atom = fixed; atom < atoms; ++atom) used.insert(std::vector<Atom>{atom});
  TupleSet upper(1);
  for (int arity = 1; arity <= 3; ++arity) {
    upper = arity == 1 ? used : TupleSet::product(upper, used);
    problem.bounds.push_back({Relation("r" + std::to_string(arity), arity), TupleSet(arity), upper});
  }
  std::vector<std::vector<Atom>> classes;
  for (Atom i = 0; i < fixed; ++i) classes.push_back({i});
  classes.push_back({fixed, fixed + 1, fixed + 2});
  classes.push_back({fixed + 3, fixed + 4});

  Budget budget;
  const auto translated = translate(problem, {}, budget);
  ASSERT_TRUE(translated);
  Circuit circuit = *translated;
  LeaderTest leaders(problem, circuit.inputs, classes);
  const Lit predicate = lex_leader(problem, circuit, classes, CompareBy::Atoms);
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> input_of;
  for (std::size_t i = 0; i < circuit.inputs.size(); ++i)
    input_of[{circuit.inputs[i].owner, circuit.inputs[i].tuple}] = i;

  const auto renamed = [&](const std::vector<bool>& values, const std::vector<Atom>& permutation) {
    std::vector<bool> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto [owner, tuple] = circuit.inputs[i];
      std::uint64_t image = 0, weight = 1, rest = tuple;
      for (int column = 0; column < problem.bounds[owner].relation.arity(); ++column) {
        image += weight * permutation[rest % atoms];
        weight *= atoms;
        rest /= atoms;
      }
      result[input_of.at({owner, image})] = values[i];
    }
    return result;
  };
  const auto class_of = [&](const std::vector<bool>& values) {
    std::set<std::vector<bool>> members;
    std::vector<Atom> permutation(atoms);
    std::iota(permutation.begin(), permutation.end(), Atom{0});
    const auto as = permutation.begin() + fixed;
    do {
      for (int swap = 0; swap < 2; ++swap) {
        members.insert(renamed(values, permutation));
        std::swap(as[3], as[4]);
      }
    } while (std::next_permutation(as, as + 3));
    return members;
  };

  Random random(1);
  std::vector<std::vector<std::pair<std::uint32_t, bool>>> refused;  // values that no leader has together
  std::vector<std::vector<bool>> all_leaders;
  const auto refuse_early = [&](const std::vector<bool>& values) {
    for (std::size_t labels = 1; labels <= leaders.labels(); ++labels) {
      std::vector<bool> known(values.size(), random.below(2) != 0);  // the rest is not to be looked at
      for (std::size_t label = 0; label < labels; ++label) {
        for (const std::uint32_t input : leaders.inputs_of_label(label)) known[input] = values[input];
      }
      if (leaders.is_leader(known, labels, budget)) continue;
      refused.emplace_back();
      for (const std::uint32_t input : leaders.reason()) refused.back().emplace_back(input, values[input]);
      return true;
    }
    return false;
  };
  for (int round = 0; round < 1500; ++round) {
    std::vector<bool> values(circuit.inputs.size());
    const int tuples = random.between(0, 12);
    for (int i = 0; i < tuples; ++i) values[random.below(values.size())] = true;
    int found = 0;
    for (const auto& member : class_of(values)) {
      const bool is_leader = leaders.is_leader(member, budget);
      EXPECT_EQ(refuse_early(member), !is_leader) << "round " << round;
      if (!is_leader) continue;
      ++found;
      all_leaders.push_back(member);
      EXPECT_TRUE(gate_values(circuit.gates, member)[gate_of(predicate)] != is_negated(predicate))
          << "round " << round;
    }
    ASSERT_EQ(found, 1) << "round " << round;
  }
  std::ranges::sort(refused);
  refused.erase(std::ranges::unique(refused).begin(), refused.end());
  EXPECT_GT(refused.size(), 100U);
  for (std::size_t i = 0; i < all_leaders.size(); i += 10) {
    for (const auto& values : refused) {
      EXPECT_FALSE(std::ranges::all_of(
          values, [&](const auto& value) { return all_leaders[i][value.first] == value.second; }));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, Leaders, testing::Values(1, 120));

}  // namespace
}  // namespace fretsaw
