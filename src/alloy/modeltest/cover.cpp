// SPDX-License-Identifier: MIT
//
// Set cover. A greedy cover (always the row that adds most) is an upper bound; then a solver is asked again
// and again for a cover that has one row less, with a sequential counter over the rows, until there is none:
// then the last one is smallest. Conflicts are limited, not seconds, so that the answer is the same
// everywhere.
#include <algorithm>
#include <set>

#include "alloy/modeltest/suite.hpp"
#include "logic/sat/solver.hpp"

namespace fretsaw::modeltest {

namespace {

constexpr int kMaxConflicts = 20'000;

std::vector<std::size_t> greedy_cover(const std::vector<std::vector<std::size_t>>& rows) {
  std::set<std::size_t> left;
  for (const auto& row : rows) left.insert(row.begin(), row.end());
  std::vector<std::size_t> chosen;
  while (!left.empty()) {
    std::size_t best = 0;
    std::ptrdiff_t most = -1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto adds = std::ranges::count_if(rows[i], [&](std::size_t item) { return left.contains(item); });
      if (adds > most) {
        most = adds;
        best = i;
      }
    }
    chosen.push_back(best);
    for (const std::size_t item : rows[best]) left.erase(item);
  }
  std::ranges::sort(chosen);
  return chosen;
}

// at_least[i][k]: at least k + 1 of the first i + 1 rows are chosen.
void add_counter(Solver& solver, std::size_t rows, std::size_t most,
                 std::vector<std::vector<int>>& at_least) {
  at_least.assign(rows, {});
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k <= most; ++k) at_least[i].push_back(solver.new_variable());
    const int row = static_cast<int>(i) + 1;
    solver.add(std::vector{-row, at_least[i][0]});
    for (std::size_t k = 0; i > 0 && k <= most; ++k) {
      solver.add(std::vector{-at_least[i - 1][k], at_least[i][k]});
      if (k > 0) solver.add(std::vector{-row, -at_least[i - 1][k - 1], at_least[i][k]});
    }
  }
}

}  // namespace

Cover smallest_cover(const std::vector<std::vector<std::size_t>>& rows) {
  Cover cover{greedy_cover(rows), false};
  if (cover.rows.size() < 2) return {cover.rows, true};
  std::set<std::size_t> items;
  for (const auto& row : rows) items.insert(row.begin(), row.end());

  const auto solver = make_cadical_solver();
  solver->reserve(static_cast<int>(rows.size()));
  for (const std::size_t item : items) {
    std::vector<int> clause;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (std::ranges::find(rows[i], item) != rows[i].end()) clause.push_back(static_cast<int>(i) + 1);
    }
    solver->add(clause);
  }
  std::vector<std::vector<int>> at_least;
  add_counter(*solver, rows.size(), cover.rows.size(), at_least);
  Budget budget;
  while (cover.rows.size() > 1) {
    const std::vector assumption{-at_least.back()[cover.rows.size() - 1]};
    solver->limit_conflicts(kMaxConflicts);
    const Answer answer = solver->solve(assumption, budget);
    if (answer == Answer::Unknown) return cover;
    if (answer == Answer::Unsat) break;
    std::vector<std::size_t> smaller;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (solver->value(static_cast<int>(i) + 1)) smaller.push_back(i);
    }
    cover.rows = std::move(smaller);
  }
  cover.proved = true;
  return cover;
}

}  // namespace fretsaw::modeltest
