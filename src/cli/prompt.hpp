// SPDX-License-Identifier: MIT
#pragma once

#include "cli/console.hpp"
#include "cli/expression_evaluator.hpp"

namespace fretsaw::cli {

// Reads expressions line by line and shows their values, until the input ends (Ctrl-D). On a terminal lines
// can be edited and called back; Ctrl-C abandons a line, or an evaluation that takes too long. An error is
// shown, and the prompt goes on. Says which limit ended it, if one did.
Stop run_prompt(const AlloyEvaluator& evaluator, Console& console);

}  // namespace fretsaw::cli
