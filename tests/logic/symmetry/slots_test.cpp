// SPDX-License-Identifier: MIT
#include "logic/symmetry/slots.hpp"

#include <gtest/gtest.h>

#include <set>

#include "logic/symmetry/lex_leader.hpp"
#include "support/random.hpp"

namespace fretsaw {
namespace {

using support::Random;

// Two fixed atoms that may be linked, and two classes, with fields of all kinds between them.
Problem random_heap(Random& random) {
  Problem problem;
  problem.universe = Universe({"root", "other", "a0", "a1", "a2", "b0", "b1"});
  const TupleSet fixed(1, {{0}, {1}}), root(1, {{0}}), as(1, {{2}, {3}, {4}}), bs(1, {{5}, {6}});
  const auto add = [&](const std::string& name, const TupleSet& upper) {
    if (random.percent(65))
      problem.bounds.push_back({Relation(name, upper.arity()), TupleSet(upper.arity()), upper});
  };
  problem.bounds.push_back({Relation("fixed", 1), root, root});  // tells the first from the other
  add("live", as);
  add("link", TupleSet::product(fixed, fixed));
  add("start", TupleSet::product(fixed, as));
  add("f", TupleSet::product(as, as));
  add("back", TupleSet::product(as, fixed));
  add("h", TupleSet::product(as, bs));
  add("k", TupleSet::product(bs, as));
  add("array", TupleSet::product(TupleSet::product(as, fixed), bs));
  add("column", TupleSet::product(TupleSet::product(fixed, as), as));
  return problem;
}

// The atoms that the walk meets, found by walking.
std::set<Atom> met(const SlotOrder& order, const std::vector<bool>& values) {
  std::set<Atom> result;
  for (std::size_t before = ~std::size_t{0}; before != result.size();) {
    before = result.size();
    for (const Slot& slot : order.slots) {
      if (slot.owner != kNoOwner && !result.contains(slot.owner)) continue;
      for (const Slot::Entry& entry : slot.entries) {
        if (values[gate_of(entry.value)] != is_negated(entry.value)) result.insert(entry.target);
      }
    }
  }
  return result;
}

TEST(Unreached, HoldsWhenTheWalkMissesAnAtomThatIsUsed) {
  Budget budget;
  int held = 0, compared = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    const Problem problem = random_heap(random);
    const auto classes = interchangeable_atoms(problem);
    auto circuit = translate(problem, {}, budget);
    ASSERT_TRUE(circuit);
    std::vector<Slot> slots = possible_slots(problem, *circuit, classes);
    // Some are given up, as the search for a numbering does.
    if (random.percent(50)) std::erase_if(slots, [&](const Slot&) { return random.percent(20); });
    const SlotOrder order = order_slots(std::move(slots), classes, problem.universe.size());
    const std::vector<Lit> missed = unreached(order, problem, classes, *circuit, budget);
    const auto numbered = order.classes();
    for (int round = 0; round < 40; ++round) {
      std::vector<bool> inputs(circuit->inputs.size());
      const int density = random.between(5, 60);
      for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = random.percent(density);
      const std::vector<bool> values = gate_values(circuit->gates, inputs);
      const std::set<Atom> seen = met(order, values);
      std::set<Atom> used;
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        std::uint64_t rest = circuit->inputs[i].tuple;
        const int arity = problem.bounds[circuit->inputs[i].owner].relation.arity();
        for (int column = 0; column < arity && inputs[i]; ++column, rest /= problem.universe.size())
          used.insert(static_cast<Atom>(rest % problem.universe.size()));
      }
      for (std::size_t c = 0; c < numbered.size(); ++c) {
        const bool is_missed = std::ranges::any_of(
            classes[numbered[c]], [&](Atom atom) { return used.contains(atom) && !seen.contains(atom); });
        EXPECT_EQ(values[gate_of(missed[c])] != is_negated(missed[c]), is_missed)
            << "seed " << seed << ", round " << round;
        ++compared;
        held += is_missed ? 1 : 0;
      }
    }
  }
  EXPECT_GT(held, 1000);
  EXPECT_GT(compared - held, 1000);
}

}  // namespace
}  // namespace fretsaw
