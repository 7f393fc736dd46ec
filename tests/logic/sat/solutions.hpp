// SPDX-License-Identifier: MIT
// Streams of solutions emptied into containers.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/cnf/cnf.hpp"
#include "logic/sat/enumerator.hpp"

namespace fretsaw::sat_test {

// The values of the primary variables, first to last.
using Solution = std::vector<bool>;

Solution solution_of(const SolutionStream& stream, const Cnf& cnf);

// All that is left, in the order of the stream.
std::vector<Solution> all_solutions(SolutionStream& stream, const Cnf& cnf);

std::uint64_t count_solutions(SolutionStream& stream);

// A budget that allows this many polls and is exhausted at the next. For a few polls.
Budget budget_of_polls(int polls);

}  // namespace fretsaw::sat_test
