// SPDX-License-Identifier: MIT
// Ctrl-C, a terminal that goes away, and requests to terminate: the first one asks the work to stop and to show
// what there is; a second one ends the program on the spot.
#pragma once

#include "fretsaw/limits.hpp"

namespace fretsaw::cli {

// From here on signals go to the flag. Also keeps a reader that goes away from ending the program.
void install_signal_handlers();

// The flag that the next signal raises. Interrupted is whether one has.
Cancel interrupt_flag();
bool interrupted();

// Puts a new flag in the place of a raised one, for a prompt that goes on.
void forget_interrupt();

}  // namespace fretsaw::cli
