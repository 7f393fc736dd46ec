// SPDX-License-Identifier: MIT
// Enumerates models the plain way: solve, forbid the model by a clause over the primary variables, solve
// again. Memory grows with the number of models. Fit for formulas with few models and many conflicts; the
// yardstick for Enumerator, and, sharing no code with it, its oracle in tests.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cnf/cnf.hpp"
#include "sat/model_stream.hpp"
#include "sat/solver.hpp"

namespace fretsaw {

class BlockingEnumerator final : public ModelStream {
 public:
  // Only models in which all literals of the cube hold are given. Requires what Enumerator does.
  explicit BlockingEnumerator(const Cnf& cnf, std::vector<int> cube = {});

  Step next(Budget& budget) override;
  bool value(int variable) const override;
  std::uint64_t models() const { return models_; }

 private:
  void forbid_model();

  std::unique_ptr<Solver> solver_;
  int primary_;
  std::uint64_t models_ = 0;
  Step last_ = Step::Limit;
};

}  // namespace fretsaw
