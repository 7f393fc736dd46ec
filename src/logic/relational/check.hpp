// SPDX-License-Identifier: MIT
// The parts of check(), which fretsaw/relational.hpp declares for whole problems.
#pragma once

#include <optional>
#include <span>

#include "fretsaw/relational.hpp"

namespace fretsaw {

// Could these terms stand in the problem? Requires that all but the formulas of the problem has been checked.
Status check_terms(const Problem& problem, std::span<const NodePtr> terms);

// Has the space of all tuples of this arity at most 2^62 elements? Requires atoms > 0.
bool tuples_can_be_numbered(std::uint64_t atoms, int arity);

// The first variable that ranges over sets where no constant can replace it, so that no translation to
// clauses can answer the problem.
std::optional<Variable> higher_order_variable(const Problem& problem);

// A variable that ranges over sets, and the constant that replaces it: one set for every choice of the
// universal variables around it, which are columns of it.
struct WideConstant {
  Variable variable;
  int columns = 0;
};
// The first whose tuples cannot be numbered. Requires that there is no higher_order_variable. Existential
// variables can be columns, too, where they do not become constants; that is the translation's affair, which
// has the last word.
std::optional<WideConstant> too_wide_constant(const Problem& problem);

}  // namespace fretsaw
