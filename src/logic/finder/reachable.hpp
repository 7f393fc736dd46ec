// SPDX-License-Identifier: MIT
// Comparing instances on what is reachable from one atom only.
#pragma once

#include "fretsaw/finder.hpp"

namespace fretsaw {

// The problem with its relations made auxiliary, and for each part of the root a new relation that has just
// the tuples whose first atom is reachable. An error if the root's atom is not bounded to exactly one.
Result<Problem> reachable_part(const Problem& problem, const Root& root);

}  // namespace fretsaw
