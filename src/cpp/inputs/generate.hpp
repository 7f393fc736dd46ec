// SPDX-License-Identifier: MIT
// All valid objects of a class, whatever its invariants are written in: relational formulas are solved, or
// filter what the search finds that asks for those in C++ (see plan_inputs in inputs.hpp).
#pragma once

#include "cpp/inputs/class_search.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::inputs {

// Invariants of all classes of which there are objects count, wherever they stand; of a class that states
// none, rep_ok. If a predicate is named, it alone.
Result<search::SearchTotals> generate(const GenerateRequest& request, const search::SearchListener& listener,
                                      const Note& note = {});

}  // namespace fretsaw::inputs
