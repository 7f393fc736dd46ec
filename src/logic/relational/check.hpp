// SPDX-License-Identifier: MIT
// The parts of check(), which fretsaw/relational.hpp declares for whole problems.
#pragma once

#include <span>

#include "fretsaw/relational.hpp"

namespace fretsaw {

// Could these terms stand in the problem? Requires that all but the formulas of the problem has been checked.
Status check_terms(const Problem& problem, std::span<const NodePtr> terms);

// Has the space of all tuples of this arity at most 2^62 elements? Requires atoms > 0.
bool tuples_can_be_numbered(std::uint64_t atoms, int arity);

}  // namespace fretsaw
