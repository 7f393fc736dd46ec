// SPDX-License-Identifier: MIT
// Ways out of the predicate other than returning: signals, abort(), exit(). Each ends the candidate, not the
// program.
#pragma once

namespace fretsaw::search {

// Once per process. What happens outside a predicate is passed on to the previous handler.
void catch_signals();

// From now on, a candidate that takes too long (see ExecutionOptions::seconds_per_candidate) is aborted even
// if it reads nothing, and so is one that sends a signal to itself. Uses the process's virtual timer.
void start_timer();

}  // namespace fretsaw::search
