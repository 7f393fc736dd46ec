// SPDX-License-Identifier: MIT
// Under mpirun, the companion fretsaw-mpi takes over and starts the program again on one of the ranks
// (src/mpi).
#pragma once

#include <optional>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cli {

// Comes back if there is nothing to hand over, or with a reason why it cannot be done or why the ranks do not
// fit together.
std::optional<Diagnostic> hand_over_to_mpi(char** argv);

}  // namespace fretsaw::cli
