// SPDX-License-Identifier: MIT
// Enumerates solutions the plain way: solve, forbid the solution by a clause over the primary variables,
// solve again. Memory grows with the number of solutions. Fit for formulas with few solutions and many
// conflicts; the yardstick for Enumerator, and, sharing no code with it, its oracle in tests.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "logic/cnf/cnf.hpp"
#include "logic/sat/solution_stream.hpp"
#include "logic/sat/solver.hpp"

namespace fretsaw {

class BlockingEnumerator final : public SolutionStream {
 public:
  // Only solutions in which all literals of the cube hold are given. Requires what Enumerator does.
  explicit BlockingEnumerator(const Cnf& cnf, std::vector<int> cube = {});

  bool next(Budget& budget) override;
  bool value(int variable) const override;
  std::uint64_t solutions() const { return solutions_; }

 private:
  void forbid_solution();

  std::unique_ptr<Solver> solver_;
  int primary_;
  std::uint64_t solutions_ = 0;
  bool at_solution_ = false;
  bool done_ = false;
};

}  // namespace fretsaw
