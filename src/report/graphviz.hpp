// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

// The picture of a graph in the DOT language, drawn by Graphviz in a child process. An error that says what
// to do if Graphviz is not installed, or with its own words if it fails.
Result<std::string> draw_svg(const std::string& dot);

}  // namespace fretsaw
