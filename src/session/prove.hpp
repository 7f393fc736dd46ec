// SPDX-License-Identifier: MIT
// Is there no trace of any length? By k-induction with paths that visit no state twice.
#pragma once

#include "base/budget.hpp"
#include "lowering/history.hpp"
#include "lowering/lower.hpp"

namespace fretsaw::session {

enum class Proof : std::uint8_t {
  Found,     // there is no trace that satisfies the formulas
  Unknown,   // not with paths of this length
  Hopeless,  // nor with longer ones: the formulas are not of a kind that this can prove, or a path without
             // loop does it
};

// What a command about traces demands, as far as k-induction can use it: of the first state, of each step,
// and what must happen sometime. What it cannot use is left out, which only makes proofs harder.
class Induction {
 public:
  explicit Induction(const lowering::Lowered& lowered);

  // With paths of so many steps. To be called for 0, 1, 2, …; a Found is true for all lengths.
  Proof attempt(std::size_t steps, Budget& budget);

 private:
  Proof solve(std::size_t states, const std::vector<lowering::Placed>& formulas, std::size_t distinct,
              Budget& budget);
  std::vector<lowering::Placed> path(std::size_t steps, bool from_the_beginning) const;

  struct Part {
    Formula formula;
    std::size_t ahead = 0;  // how many states it looks ahead
  };

  lowering::TermTable terms_;
  TimedProblem timed_;
  std::vector<Part> first_;   // hold in the first state
  std::vector<Part> always_;  // hold in every state
  std::vector<Part> wanted_;  // one of them: must hold in some state
};

}  // namespace fretsaw::session
