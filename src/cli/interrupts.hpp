// SPDX-License-Identifier: MIT
// Ctrl-C, a closed terminal, and requests to terminate: the first one stops the work, and results so far are
// shown; a second one ends the program immediately.
#pragma once

#include "fretsaw/limits.hpp"

namespace fretsaw::cli {

// From here on signals raise the flag. A closed pipe does not end the program either.
void install_signal_handlers();

// The flag that the next signal raises; interrupted() is true after it.
Cancel interrupt_flag();
bool interrupted();

// Replaces a raised flag by a new one, for a prompt that continues.
void reset_interrupt();

}  // namespace fretsaw::cli
