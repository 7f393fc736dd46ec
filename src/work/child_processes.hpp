// SPDX-License-Identifier: MIT
// What code leaves running that nobody knows: processes that it has forked, and those that these have left
// behind. Needs POSIX and /proc only.
#pragma once

namespace fretsaw::work {

// From now on orphans among the descendants of this process become its children.
void adopt_orphans();

// Is there any child, running or not waited for?
bool has_children();

// Kills all children, and what they leave, until there are none: how many there were.
unsigned end_children();

}  // namespace fretsaw::work
