// SPDX-License-Identifier: MIT
// Comparing instances on what is reachable from one atom only.
#pragma once

#include "fretsaw/relational.hpp"

namespace fretsaw {

// The problem with its relations made auxiliary, and for each of them a copy that has just the tuples whose first atom is
// reachable from the atom of `root` (a tuple leads from its first atom to all its others). An error if root is not a
// relation of the problem that is bounded to exactly one atom.
Result<Problem> reachable_part(const Problem& problem, const Relation& root);

}  // namespace fretsaw
