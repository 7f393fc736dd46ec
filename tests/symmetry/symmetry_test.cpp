// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "support/random.hpp"
#include "symmetry/canonical_form.hpp"
#include "symmetry/interchangeable.hpp"

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

// Random instances of relations of one to three columns over two classes and a fixed atom: forms are equal
// exactly when a permutation exists, tried one by one.
TEST(CanonicalForms, AreEqualExactlyForIsomorphicInstances) {
  Problem problem;
  problem.universe = Universe({"fixed", "a0", "a1", "a2", "b0", "b1"});
  const Atom atoms = problem.universe.size();
  const Relation set("set", 1), edge("edge", 2), link("link", 3);
  problem.bounds = {{set, TupleSet(1), TupleSet::all(1, atoms)},
                    {edge, TupleSet(2), TupleSet::all(2, atoms)},
                    {link, TupleSet(3), TupleSet::all(3, atoms)}};
  const std::vector<std::vector<Atom>> classes{{0}, {1, 2, 3}, {4, 5}};
  CanonicalForms forms(problem, classes);

  const auto random_instance = [&](Random& random) {
    std::vector<std::pair<Relation, TupleSet>> values;
    for (const Relation& relation : {set, edge, link}) {
      TupleSet value(relation.arity());
      const int rows = random.between(0, relation.arity() == 3 ? 2 : 3);
      for (int i = 0; i < rows; ++i) {
        std::vector<Atom> row;
        for (int j = 0; j < relation.arity(); ++j) row.push_back(static_cast<Atom>(random.below(atoms)));
        value.insert(row);
      }
      values.emplace_back(relation, value);
    }
    return Instance(std::move(values));
  };
  const auto renamed = [&](const Instance& instance, const std::vector<Atom>& permutation) {
    Instance result = instance;
    for (auto& [relation, value] : result.values()) {
      std::vector<Atom> rows(value.atoms().begin(), value.atoms().end());
      for (Atom& atom : rows) atom = permutation[atom];
      value = TupleSet::from_rows(value.arity(), std::move(rows));
    }
    return result;
  };
  const auto smallest = [&](const Instance& instance) {
    std::string best;
    std::vector<Atom> as{1, 2, 3};
    do {
      for (const bool swap : {false, true}) {
        const std::vector<Atom> permutation{0, as[0], as[1], as[2], swap ? 5U : 4U, swap ? 4U : 5U};
        const std::string text = to_string(renamed(instance, permutation), problem.universe);
        if (best.empty() || text < best) best = text;
      }
    } while (std::ranges::next_permutation(as).found);
    return best;
  };

  Random random(1);
  std::map<FormHash, std::string> class_of_form;
  std::map<std::string, FormHash> form_of_class;
  for (int i = 0; i < 4000; ++i) {
    const Instance instance = random_instance(random);
    const FormHash form = forms.of(instance);
    const std::string name = smallest(instance);
    EXPECT_EQ(class_of_form.try_emplace(form, name).first->second, name) << "two classes have the same form";
    EXPECT_EQ(form_of_class.try_emplace(name, form).first->second, form) << "one class has two forms";
  }
  EXPECT_GT(form_of_class.size(), 100U);
  EXPECT_LT(form_of_class.size(), 3900U);
}

}  // namespace
}  // namespace fretsaw
