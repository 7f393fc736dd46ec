// SPDX-License-Identifier: MIT
//
// Write an instance as the sequence of its inputs' values, relation by relation. The largest member of an
// isomorphism class is in particular not smaller than its images under the swaps of neighboring atoms
// (Crawford et al. 1996; the selection is Kodkod's). For one swap, let (x, y) be the pairs of inputs that it
// exchanges, in order: then
//
//     x1 >= y1,  and if x1 = y1 then x2 >= y2,  and if also x2 = y2 then ...
//
// Cutting the sequence short only makes the predicate weaker.
#include "symmetry/lex_leader.hpp"

#include <unordered_map>

namespace fretsaw {

namespace {

constexpr std::size_t kLongestSequence = 100;

class Swaps {
 public:
  Swaps(const Problem& problem, const Circuit& circuit) : circuit_(circuit), atoms_(problem.universe.size()) {
    for (const Bound& bound : problem.bounds) arity_.push_back(bound.relation.arity());
    auxiliary_.reserve(problem.bounds.size());
    for (const Bound& bound : problem.bounds) auxiliary_.push_back(bound.auxiliary);
    for (std::uint32_t i = 0; i < circuit.inputs.size(); ++i) {
      const InputTuple& input = circuit.inputs[i];
      if (input.owner >= arity_.size() || auxiliary_[input.owner]) continue;
      numbered_[input.owner][input.tuple] = i;
      inputs_.push_back(i);
    }
  }

  // The pairs of inputs that the swap exchanges, lower atom's input first.
  std::vector<std::pair<Lit, Lit>> pairs(Atom a, Atom b) const {
    std::vector<std::pair<Lit, Lit>> result;
    for (const std::uint32_t i : inputs_) {
      const InputTuple& input = circuit_.inputs[i];
      const std::uint64_t image = swapped(input, a, b);
      if (image <= input.tuple) continue;
      const std::uint32_t partner = numbered_.at(input.owner).at(image);
      result.emplace_back(circuit_.input_literals[i], circuit_.input_literals[partner]);
      if (result.size() == kLongestSequence) break;
    }
    return result;
  }

 private:
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
  std::uint64_t atoms_;
  std::vector<int> arity_;
  std::vector<bool> auxiliary_;
  std::unordered_map<std::uint32_t, std::unordered_map<std::uint64_t, std::uint32_t>> numbered_;
  std::vector<std::uint32_t> inputs_;
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

Lit lex_leader(const Problem& problem, Circuit& circuit, const std::vector<std::vector<Atom>>& classes) {
  const Swaps swaps(problem, circuit);
  std::vector<Lit> predicates;
  for (const auto& members : classes) {
    for (std::size_t i = 0; i + 1 < members.size(); ++i) {
      predicates.push_back(not_smaller(circuit.gates, swaps.pairs(members[i], members[i + 1])));
    }
  }
  return circuit.gates.conjunction(predicates);
}

}  // namespace fretsaw
