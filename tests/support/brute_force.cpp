// SPDX-License-Identifier: MIT
#include "support/brute_force.hpp"

#include "logic/relational/evaluator.hpp"

namespace fretsaw::support {

Valuation valuation_of(const Problem& problem, const Instance& instance) {
  Valuation values;
  for (const Bound& bound : problem.bounds) {
    if (!bound.auxiliary) values.push_back(instance[bound.relation]);
  }
  return values;
}

Instance instance_of(const Problem& problem, std::uint64_t free_tuple_bits) {
  std::vector<std::pair<Relation, TupleSet>> values;
  for (const Bound& bound : problem.bounds) {
    TupleSet value = bound.lower;
    for (std::size_t t = 0; t < bound.upper.size(); ++t) {
      if (bound.lower.contains(bound.upper.row(t))) continue;
      if ((free_tuple_bits & 1) != 0) value.insert(bound.upper.row(t));
      free_tuple_bits >>= 1;
    }
    values.emplace_back(bound.relation, std::move(value));
  }
  return Instance(std::move(values));
}

BruteForce brute_force(const Problem& problem, std::size_t max_free_tuples) {
  BruteForce result;
  Evaluator evaluator(problem);
  if (evaluator.free_tuples() > max_free_tuples) {
    result.too_large = true;
    return result;
  }
  for (std::uint64_t bits = 0; bits >> evaluator.free_tuples() == 0; ++bits) {
    ++result.tried;
    const Truth truth = evaluator.holds(std::span(&bits, 1));
    if (truth == Truth::TooLarge) {
      result.too_large = true;
      return result;
    }
    if (truth != Truth::True) continue;
    ++result.satisfying;
    result.instances.insert(valuation_of(problem, instance_of(problem, bits)));
  }
  return result;
}

}  // namespace fretsaw::support
