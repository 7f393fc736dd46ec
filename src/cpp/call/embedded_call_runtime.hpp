// SPDX-License-Identifier: MIT
#pragma once

#include "cpp/code/program.hpp"

namespace fretsaw::call {

// What programs that call methods are linked with; carried inside this program.
code::Runtime call_runtime();

}  // namespace fretsaw::call
