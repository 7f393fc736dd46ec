// SPDX-License-Identifier: MIT
// Is there no trace of any length?
#pragma once

#include "alloy/lowering/lower.hpp"
#include "base/budget.hpp"

namespace fretsaw::session {

// How much is done for a proof.
struct Effort {
  std::size_t rounds = 1;         // that promises cannot be kept so many times is shown
  std::uint64_t max_queries = 0;  // to a solver
};

// True is a proof that there is no trace of any length. Requires a command about traces.
bool no_trace_of_any_length(const lowering::LoweredCommand& lowered, const Effort& effort, Budget& budget);

}  // namespace fretsaw::session
