// SPDX-License-Identifier: MIT
#pragma once

#include "cli/console.hpp"
#include "cli/expression_evaluator.hpp"

namespace fretsaw::cli {

// Reads expressions line by line and shows their values, until the input ends (Ctrl-D). On a terminal lines
// can be edited and called back; Ctrl-C abandons a line. An error is shown, and the prompt goes on.
void run_prompt(const ExpressionEvaluator& evaluator, Console& console);

}  // namespace fretsaw::cli
