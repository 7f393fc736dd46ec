// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "fretsaw/relational.hpp"

namespace fretsaw {

// The first variable that ranges over sets where no constant can replace it, so that no translation to
// clauses can answer the problem.
std::optional<Variable> higher_order_variable(const Problem& problem);

}  // namespace fretsaw
