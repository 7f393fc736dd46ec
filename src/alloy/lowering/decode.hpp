// SPDX-License-Identifier: MIT
// Between instances of a lowered problem and instances as Alloy's users see them.
#pragma once

#include <vector>

#include "alloy/lowering/alloy_instance.hpp"
#include "alloy/lowering/lower.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::lowering {

// The trace that an instance of a problem about traces stands for. Requires lowered.timeline.
Trace trace_of(const LoweredCommand& lowered, const Instance& instance);
AlloyInstance to_alloy_instance(const LoweredCommand& lowered, const Trace& trace,
                                const std::vector<Witness>& witnesses = {});

// Requires an instance of the lowered problem.
AlloyInstance to_alloy_instance(const LoweredCommand& lowered, const Instance& instance,
                                const std::vector<Witness>& witnesses = {});

// What the atoms of the problem's universe are called in the instance, and the tuples of any relation over
// it.
std::vector<AlloyAtom> atom_names(const LoweredCommand& lowered, const Instance& instance);
std::vector<AlloyAtom> atom_names(const LoweredCommand& lowered, const Trace& trace);
std::vector<AlloyTuple> to_alloy_tuples(const std::vector<AlloyAtom>& atom_names, const TupleSet& tuples);

// The way back, for instances that were read from a file: sigs and fields are found by name. Errors: an atom
// that the command's scope does not have, tuples of a wrong arity, a value that no instance can have (outside
// the bounds, or a sig that is not what its subsigs make it). Whether the facts hold is not asked.
Result<Instance> to_relational(const LoweredCommand& lowered, const AlloyInstance& instance);
// Likewise its skolem constants, whatever they are called.
// Of a command about traces. Requires lowered.timeline; an error also if what is not `var` changes.
Result<Trace> to_trace(const LoweredCommand& lowered, const AlloyInstance& instance);

Result<std::vector<Witness>> to_witnesses(const LoweredCommand& lowered, const AlloyInstance& instance);

}  // namespace fretsaw::lowering
