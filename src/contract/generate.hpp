// SPDX-License-Identifier: MIT
// All valid objects of a class, whatever its invariant is written in: a C++ predicate is searched for
// (predicate/generate.hpp), a relational formula is solved, and of both together each filters the other.
#pragma once

#include "fretsaw/diagnostic.hpp"
#include "predicate/generate.hpp"

namespace fretsaw::contract {

// As predicate/generate.hpp has it. The relational invariants of all classes in the header count, unless a
// predicate is named; of C++, that of the class itself.
Result<SearchTotals> generate(const GenerateRequest& request, const SearchListener& listener,
                              const Note& note = {});

}  // namespace fretsaw::contract
