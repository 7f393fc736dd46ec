// SPDX-License-Identifier: MIT
// Values chosen for quantified variables, so that evaluating a quantifier means looking at one value.
#pragma once

#include <unordered_map>

#include "fretsaw/relational.hpp"

namespace fretsaw {

// The declarations are those of quantifiers in a problem's formulas; the expressions may mention the
// problem's relations and the variables bound around the quantifier, and have the variable's arity. A
// quantifier with such a declaration is read as one over this value only, and over none if the value is not
// in the domain or not of the multiplicity: in the place of an existential the formula becomes stronger,
// whatever was chosen.
using Choices = std::unordered_map<const Decl*, Expr>;

}  // namespace fretsaw
