// SPDX-License-Identifier: MIT
#include "logic/sat/solutions.hpp"

namespace fretsaw::sat_test {

Solution solution_of(const SolutionStream& stream, const Cnf& cnf) {
  Solution solution;
  solution.reserve(static_cast<std::size_t>(cnf.primary));
  for (int variable = 1; variable <= cnf.primary; ++variable) solution.push_back(stream.value(variable));
  return solution;
}

std::vector<Solution> all_solutions(SolutionStream& stream, const Cnf& cnf) {
  Budget budget;
  std::vector<Solution> solutions;
  while (stream.next(budget)) solutions.push_back(solution_of(stream, cnf));
  return solutions;
}

std::uint64_t count_solutions(SolutionStream& stream) {
  Budget budget;
  std::uint64_t solutions = 0;
  while (stream.next(budget)) ++solutions;
  return solutions;
}

// A budget looks at the clock only every so many polls, as many as an expired one takes to notice.
Budget budget_of_polls(int polls) {
  const Limits expired{.seconds = 1e-9};
  static const int polls_per_look = [&] {
    Budget budget(expired);
    int count = 1;
    while (!budget.exhausted()) ++count;
    return count;
  }();
  Budget budget(expired);
  for (int used = polls + 1; used < polls_per_look; ++used) budget.exhausted();
  return budget;
}

}  // namespace fretsaw::sat_test
