// SPDX-License-Identifier: MIT
//
// Write an instance as the sequence of its inputs' values. The largest member of an
// isomorphism class is in particular not smaller than its images under the swaps of neighboring atoms
// (Crawford et al. 1996; the selection is Kodkod's), or of any two atoms. For one swap, let (x, y) be the
// pairs of inputs that it exchanges, in order: then
//
//     x1 >= y1,  and if x1 = y1 then x2 >= y2,  and if also x2 = y2 then ...
//
// Truncating the sequence only makes the predicate weaker.
#include "logic/symmetry/lex_leader.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace fretsaw {

namespace {

constexpr std::size_t kMaxSequenceLength = 100;
constexpr std::size_t kMaxAtomsForAllPairs = 16;

class Swaps {
 public:
  Swaps(const Problem& problem, const Circuit& circuit, std::vector<std::uint32_t> order)
      : circuit_(circuit),
        bounds_(problem.bounds.size()),
        atoms_(problem.universe.size()),
        inputs_(std::move(order)),
        place_(circuit.inputs.size()) {
    for (const Bound& bound : problem.bounds) arity_.push_back(bound.relation.arity());
    for (const Skolem& skolem : circuit.skolems) arity_.push_back(skolem.arity);
    for (std::uint32_t place = 0; place < inputs_.size(); ++place) {
      const InputTuple& input = circuit.inputs[inputs_[place]];
      numbered_[input.owner][input.tuple] = inputs_[place];
      place_[inputs_[place]] = place;
    }
  }

  // The pairs of inputs that the swap exchanges, in order, the one that is compared first in front.
  std::vector<std::pair<Lit, Lit>> pairs(Atom a, Atom b) const {
    const std::unordered_set<std::uint32_t> unclosed = unclosed_skolems(a, b);
    std::vector<std::pair<Lit, Lit>> result;
    for (const std::uint32_t i : inputs_) {
      const InputTuple& input = circuit_.inputs[i];
      if (unclosed.contains(input.owner)) continue;
      const std::uint32_t partner = numbered_.at(input.owner).at(swapped(input, a, b));
      if (place_[partner] <= place_[i]) continue;
      result.emplace_back(circuit_.input_literals[i], circuit_.input_literals[partner]);
      if (result.size() == kMaxSequenceLength) break;
    }
    return result;
  }

 private:
  // Relations' bounds are the same after the swap. Skolem constants may lack tuples that no witness needs,
  // for one of the two atoms only: such a constant has the value that suits, and is not compared.
  std::unordered_set<std::uint32_t> unclosed_skolems(Atom a, Atom b) const {
    std::unordered_set<std::uint32_t> result;
    for (const std::uint32_t i : inputs_) {
      const InputTuple& input = circuit_.inputs[i];
      if (input.owner >= bounds_ && !numbered_.at(input.owner).contains(swapped(input, a, b)))
        result.insert(input.owner);
    }
    return result;
  }

  std::uint64_t swapped(const InputTuple& input, Atom a, Atom b) const {
    std::uint64_t image = 0;
    std::uint64_t weight = 1;
    std::uint64_t rest = input.tuple;
    for (int i = 0; i < arity_[input.owner]; ++i) {
      const std::uint64_t atom = rest % atoms_;
      image += weight * (atom == a ? b : atom == b ? a : atom);
      rest /= atoms_;
      weight *= atoms_;
    }
    return image;
  }

  const Circuit& circuit_;
  std::size_t bounds_;
  std::uint64_t atoms_;
  std::vector<int> arity_;
  std::unordered_map<std::uint32_t, std::unordered_map<std::uint64_t, std::uint32_t>> numbered_;
  std::vector<std::uint32_t> inputs_;  // in the order of comparison
  std::vector<std::uint32_t> place_;   // of each input in that order
};

Lit not_smaller(GateGraph& gates, const std::vector<std::pair<Lit, Lit>>& pairs) {
  std::vector<Lit> parts;
  Lit equal_so_far = kTrue;
  for (const auto& [x, y] : pairs) {
    parts.push_back(gates.either(negation(equal_so_far), gates.either(x, negation(y))));
    equal_so_far = gates.both(equal_so_far, gates.either(negation(x), y));
  }
  return gates.conjunction(parts);
}

}  // namespace

std::vector<std::uint32_t> comparison_order(const Problem& problem, const std::vector<InputTuple>& inputs,
                                            const std::vector<std::vector<Atom>>& classes, CompareBy by) {
  std::vector<std::uint32_t> order;
  for (const bool skolems : {true, false}) {
    if (skolems && by != CompareBy::Witnesses) continue;
    for (std::uint32_t i = 0; i < inputs.size(); ++i) {
      const std::uint32_t owner = inputs[i].owner;
      const bool is_skolem = owner >= problem.bounds.size();
      if (is_skolem == skolems && (is_skolem || !problem.bounds[owner].auxiliary)) order.push_back(i);
    }
  }
  if (by != CompareBy::Atoms) return order;
  // The last of a tuple's atoms that may be renamed, counting the first of each class, then the second of
  // each...
  std::vector<std::uint64_t> rank(problem.universe.size(), 0);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (classes[c].size() == 1) continue;
    for (std::size_t i = 0; i < classes[c].size(); ++i) rank[classes[c][i]] = i * classes.size() + c + 1;
  }
  const auto last = [&](std::uint32_t i) {
    std::uint64_t result = 0;
    std::uint64_t rest = inputs[i].tuple;
    for (int column = 0; column < problem.bounds[inputs[i].owner].relation.arity(); ++column) {
      result = std::max(result, rank[rest % problem.universe.size()]);
      rest /= problem.universe.size();
    }
    return result;
  };
  std::ranges::stable_sort(order, {}, last);
  return order;
}

Lit lex_leader(const Problem& problem, Circuit& circuit, const std::vector<std::vector<Atom>>& classes,
               CompareBy by) {
  std::vector<std::uint32_t> order = comparison_order(problem, circuit.inputs, classes, by);
  if (by == CompareBy::Witnesses) {
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) {
      const std::size_t owner = circuit.inputs[i].owner;
      return owner < problem.bounds.size() ? problem.bounds[owner].relation.arity()
                                           : circuit.skolems[owner - problem.bounds.size()].arity;
    });
  }
  const Swaps swaps(problem, circuit, std::move(order));
  std::vector<Lit> predicates;
  for (const auto& members : classes) {
    // What the predicates leave is tested one by one (leader.hpp), so more of them pay, while they are few.
    const std::size_t farthest =
        by == CompareBy::Atoms && members.size() <= kMaxAtomsForAllPairs ? members.size() : 1;
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t j = i + 1; j < members.size() && j - i <= farthest; ++j)
        predicates.push_back(not_smaller(circuit.gates, swaps.pairs(members[i], members[j])));
    }
  }
  return circuit.gates.conjunction(predicates);
}

}  // namespace fretsaw
