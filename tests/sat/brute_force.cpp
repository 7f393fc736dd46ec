// SPDX-License-Identifier: MIT
// A clause is false exactly where all its positive literals are 0 and all its negative ones are 1: two masks
// decide it.
#include "sat/brute_force.hpp"

#include <algorithm>
#include <cstdlib>

namespace fretsaw::sat_test {
namespace {

struct Masks {
  std::uint32_t positive = 0;
  std::uint32_t negative = 0;

  bool holds(std::uint32_t valuation) const {
    return ((valuation & positive) | (~valuation & negative)) != 0;
  }
};

Masks masks(std::span<const int> clause) {
  Masks result;
  for (const int literal : clause) {
    const std::uint32_t bit = 1U << (std::abs(literal) - 1);
    (literal > 0 ? result.positive : result.negative) |= bit;
  }
  return result;
}

}  // namespace

std::set<Projection> brute_force(const Cnf& cnf, std::span<const int> cube) {
  std::vector<Masks> clauses;
  cnf.each_clause([&](std::span<const int> clause) { clauses.push_back(masks(clause)); });
  for (const int literal : cube) clauses.push_back(masks({&literal, 1}));
  std::vector<bool> found(std::size_t{1} << cnf.primary);
  const std::uint32_t projection_mask = (1U << cnf.primary) - 1;
  for (std::uint32_t valuation = 0; valuation < 1U << cnf.variables; ++valuation) {
    if (found[valuation & projection_mask]) continue;
    found[valuation & projection_mask] =
        std::ranges::all_of(clauses, [&](const Masks& clause) { return clause.holds(valuation); });
  }
  std::set<Projection> projections;
  for (Projection projection = 0; projection < found.size(); ++projection) {
    if (found[projection]) projections.insert(projection);
  }
  return projections;
}

}  // namespace fretsaw::sat_test
