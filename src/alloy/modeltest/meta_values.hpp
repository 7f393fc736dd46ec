// SPDX-License-Identifier: MIT
// Meta sigs in valuations. Tests do not list them: each has one atom, and their fields have the values that
// the model gives them.
#pragma once

#include <vector>

#include "alloy/modeltest/valuation.hpp"

namespace fretsaw::modeltest {

// The rows of a field of a meta sig. Requires that the sigs and all other fields have their values.
std::vector<Row> meta_rows(const Valuation& valuation, const model::Field& field);

}  // namespace fretsaw::modeltest
