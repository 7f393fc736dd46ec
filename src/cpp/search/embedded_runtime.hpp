// SPDX-License-Identifier: MIT
// What is carried inside this program for the programs that it builds.
#pragma once

#include <string_view>

#include "cpp/code/program.hpp"

namespace fretsaw::search {

// The library that searches, and the headers that generated sources and finitizations include.
code::Runtime search_runtime();

// cmake/watched_code.txt.
std::string_view watched_code_flags();

}  // namespace fretsaw::search
