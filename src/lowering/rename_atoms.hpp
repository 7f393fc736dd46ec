// SPDX-License-Identifier: MIT
// Instances from elsewhere may name their atoms in another way (Alloy names them after the smallest sig they
// are in).
#pragma once

#include <map>

#include "fretsaw/diagnostic.hpp"
#include "lowering/alloy_instance.hpp"
#include "lowering/frame.hpp"

namespace fretsaw::lowering {

using AtomNames = std::map<AlloyAtom, Atom>;

// Which atom of the problem each atom of the instance is: the one of the same name or, if some top-level sig
// has names that the problem does not know, for all atoms of that sig any ones that may be in the same sigs.
// Strings and integers keep their names.
Result<AtomNames> rename_atoms(const Frame& frame, const AlloyState& state);

}  // namespace fretsaw::lowering
