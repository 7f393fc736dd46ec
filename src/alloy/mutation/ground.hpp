// SPDX-License-Identifier: MIT
// Quantifiers over sets as conjunctions and disjunctions over all of the sets there are: what no translation
// can answer becomes something that it can, as long as the sets are few.
#pragma once

#include <optional>

#include "alloy/lowering/lowering_context.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::mutation {

// The formula without variables that stand for sets, over constants that are added to the frame; the formula
// itself if it has none. Nothing if there are too many sets.
std::optional<Formula> without_set_variables(const Formula& formula, lowering::LoweringContext& context);

}  // namespace fretsaw::mutation
