// SPDX-License-Identifier: MIT
// What atoms are called in an instance.
#pragma once

#include <vector>

#include "alloy/lowering/alloy_instance.hpp"
#include "alloy/lowering/frame.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::lowering {

// By atom: as Alloy does, after the most specific sig that has it, numbered from 0 within that sig in the
// order of the universe (subset sigs do not count); integers are themselves, strings their literals. Atoms in
// no sig are called "unused0" and so on. `members` has the atoms of every sig, by SigId.
std::vector<AlloyAtom> atom_names(const Frame& frame, const std::vector<TupleSet>& members);

bool is_unused_name(const AlloyAtom& name);

}  // namespace fretsaw::lowering
