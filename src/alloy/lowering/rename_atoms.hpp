// SPDX-License-Identifier: MIT
// Which atoms of a problem those of an instance that was read are: an instance names them after the sigs they
// are in, the problem knows only which ones may be in them.
#pragma once

#include <map>

#include "alloy/lowering/alloy_instance.hpp"
#include "alloy/lowering/frame.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::lowering {

using AtomNames = std::map<AlloyAtom, Atom>;

// Which atom of the problem each atom of the instance is: one that may be in the same sigs. Of several atoms
// in the same sigs those that are numbered first come first in the universe, so that they are called the same
// again. Strings and integers keep their names.
Result<AtomNames> rename_atoms(const Frame& frame, const AlloyState& state);

}  // namespace fretsaw::lowering
