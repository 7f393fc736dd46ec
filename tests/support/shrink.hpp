// SPDX-License-Identifier: MIT
// Makes a failing problem small enough to understand.
#pragma once

#include <functional>

#include "fretsaw/relational.hpp"

namespace fretsaw::support {

// Greedily drops formulas, subterms, bounds, tuples and atoms for as long as what is left passes check() and
// still fails. Requires still_fails(problem).
Problem shrink(Problem problem, const std::function<bool(const Problem&)>& still_fails);

}  // namespace fretsaw::support
