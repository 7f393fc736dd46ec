// SPDX-License-Identifier: MIT
// Sixty-four valuations at a time: the values of a variable in them are one word.
#include "logic/sat/brute_force.hpp"

#include <cstdlib>

namespace fretsaw::sat_test {
namespace {

// Bit i is the literal's value in the valuation number 64 * block + i, whose bit v - 1 is the value of
// variable v.
std::uint64_t values_in(std::uint64_t block, int literal) {
  static constexpr std::uint64_t kPatterns[] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                                0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
  const int index = std::abs(literal) - 1;
  const std::uint64_t values = index < 6                         ? kPatterns[index]
                               : (block >> (index - 6) & 1) != 0 ? ~std::uint64_t{0}
                                                                 : 0;
  return literal > 0 ? values : ~values;
}

// Bit i: whether that valuation is a solution in which the cube holds.
std::uint64_t solutions_in(std::uint64_t block, const Cnf& cnf, std::span<const int> cube) {
  std::uint64_t solutions = ~std::uint64_t{0};
  for (const int literal : cube) solutions &= values_in(block, literal);
  std::uint64_t clause = 0;
  for (const int literal : cnf.literals) {
    if (literal != 0) {
      clause |= values_in(block, literal);
    } else {
      solutions &= clause;
      clause = 0;
      if (solutions == 0) return 0;
    }
  }
  return solutions;
}

}  // namespace

std::set<Projection> brute_force(const Cnf& cnf, std::span<const int> cube) {
  std::vector<bool> found(std::size_t{1} << cnf.primary);
  const std::uint64_t valuations = std::uint64_t{1} << cnf.variables;
  for (std::uint64_t block = 0; 64 * block < valuations; ++block) {
    const std::uint64_t solutions = solutions_in(block, cnf, cube);
    for (std::uint64_t i = 0; i < 64 && 64 * block + i < valuations; ++i) {
      if ((solutions >> i & 1) != 0) found[(64 * block + i) & (found.size() - 1)] = true;
    }
  }
  std::set<Projection> projections;
  for (Projection projection = 0; projection < found.size(); ++projection) {
    if (found[projection]) projections.insert(projection);
  }
  return projections;
}

}  // namespace fretsaw::sat_test
