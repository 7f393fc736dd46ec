// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

// The inputs of the counterexamples in the output of an earlier `check --json` or `--format json --out DIR`, as
// call::show_input() writes them.
Result<std::vector<std::string>> known_inputs(const std::string& file);

}  // namespace fretsaw::call
