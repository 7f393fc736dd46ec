// SPDX-License-Identifier: MIT
// What atoms are called in an instance.
#pragma once

#include <map>
#include <vector>

#include "alloy/lowering/alloy_instance.hpp"
#include "alloy/lowering/lowering_context.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::lowering {

// By atom: as Alloy does, after the most specific sig that has it, numbered from 0 within that sig in the
// order of the universe (subset sigs do not count); integers are themselves, strings their literals. Atoms in
// no sig are called "unused0" and so on. `members` has the atoms of every sig, by SigId.
std::vector<AlloyAtom> atom_names(const LoweringContext& context, const std::vector<TupleSet>& members);

bool is_unused_name(const AlloyAtom& name);

// Which atoms of a problem those of an instance that was read are: an instance names them after the sigs they
// are in, the problem knows only which ones may be in them.
using AtomNames = std::map<AlloyAtom, Atom>;

// Which atom of the problem each atom of the instance is: one that may be in the same sigs. Of several atoms
// in the same sigs those that are numbered first come first in the universe, so that they are called the same
// again. Strings and integers keep their names.
Result<AtomNames> rename_atoms(const LoweringContext& context, const AlloyState& state);

}  // namespace fretsaw::lowering
