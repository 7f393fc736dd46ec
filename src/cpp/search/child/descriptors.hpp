// SPDX-License-Identifier: MIT
// A descriptor that the predicate cannot close: it runs in the process that talks to the host.
#pragma once

namespace fretsaw::search {

// From now on close() and its relatives act as if it were closed.
void hide_descriptor(int descriptor);
// Closes it all the same.
void close_descriptor(int descriptor);

}  // namespace fretsaw::search
