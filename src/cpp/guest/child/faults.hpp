// SPDX-License-Identifier: MIT
// What a worker's process does instead of going on, written down before it ends (see die()).
#pragma once

namespace fretsaw::guest {

// From now on signals of crashes, std::terminate() and exit() are written down.
void catch_faults();

// Is this process a worker with an input?
bool is_at_work();

}  // namespace fretsaw::guest
