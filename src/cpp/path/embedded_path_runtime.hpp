// SPDX-License-Identifier: MIT
// What instrumented programs are built with, embedded in this program.
#pragma once

#include <string_view>

#include "cpp/code/program.hpp"

namespace fretsaw::path {

code::Runtime path_runtime();

// The plugin for clang-19; empty: this program was built without it.
std::string_view path_plugin();

}  // namespace fretsaw::path
