// SPDX-License-Identifier: MIT
// Meta sigs: atoms that stand for the sigs and fields of the model itself, so that formulas can refer to all
// of them. As in Alloy, they exist only if some name in the text of the model, or of a module that it opens,
// has a `$` in it:
//
//     abstract sig sig$, field$ {}
//     one sig A$ extends sig$ {         for each sig A
//       value = A, fields = A$f + …,    those that A declares
//       parent = B$,                    of the sig that A extends, if it extends one
//       subfields = …                   those of A and of all sigs that extend it
//     }
//     one sig A$f extends field$ { value = A <: f }
//     sig static$ = those of what does not change; sig var$ = those of what is `var`
//
// They are known in bodies, facts, assertions and commands, and not in declarations. `value` and the other
// names are understood everywhere, whatever module the sigs are in.
#pragma once

#include "alloy/model/build.hpp"
#include "alloy/model/names.hpp"

namespace fretsaw::model {

// Adds the meta sigs to the sigs of each module, without their names: `build_sigs` builds them with the
// others. Does nothing if no module mentions one. Requires that duplicates are dropped.
void declare_meta_sigs(Names& names);

// Gives the meta sigs their fields, and makes their names known. Requires that all other fields are built.
Status build_meta_fields(Build& build);

}  // namespace fretsaw::model
