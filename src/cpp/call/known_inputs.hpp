// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

// The inputs in a document that an earlier `check --json` has written, or in one of its files of a
// counterexample each: as call::show_input() writes them.
Result<std::vector<std::string>> known_inputs(const std::string& file);

}  // namespace fretsaw::call
