// SPDX-License-Identifier: MIT
// All valid objects of a class, with invariants of any kind: relational formulas are solved, or filter the objects
// that the search with the C++ invariants finds (see plan_inputs in inputs.hpp).
#pragma once

#include "cpp/inputs/class_search.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::inputs {

// The invariants of all classes with objects apply, wherever they are written; rep_ok for a class without any.
// A predicate, if given, replaces all of them.
Result<search::SearchTotals> generate(const GenerateRequest& request, const search::SearchListener& listener,
                                      const Note& note = {});

}  // namespace fretsaw::inputs
