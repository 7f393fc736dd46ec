// SPDX-License-Identifier: MIT
// Processes that code has left running: those that it has forked, and their orphans.
// Requires POSIX and /proc only.
#pragma once

namespace fretsaw::work {

// From now on orphans among the descendants of this process become its children.
void adopt_orphans();

// Is there any child, running or not waited for?
bool has_children();

// Kills all children and their orphans; returns their number.
unsigned end_children();

}  // namespace fretsaw::work
