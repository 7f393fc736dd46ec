// SPDX-License-Identifier: MIT
// Which atoms the bounds of a problem cannot tell apart.
#pragma once

#include <vector>

#include "fretsaw/relational.hpp"

namespace fretsaw {

// The atoms of the universe in classes, each ascending, ordered by their first atom: permuting atoms within a
// class maps every bound to itself, and therefore instances to instances. Atoms that stand for integers are
// alone in theirs.
std::vector<std::vector<Atom>> interchangeable_atoms(const Problem& problem);

}  // namespace fretsaw
