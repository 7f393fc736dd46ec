// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/source.hpp"

namespace fretsaw::mutation {

// The lines that differ, as `diff -U0` shows them. Requires one stretch of changes, as mutants have.
std::string line_diff(const Source& from, const Source& to);

}  // namespace fretsaw::mutation
