// SPDX-License-Identifier: MIT
#pragma once

#include "cpp/code/program.hpp"

namespace fretsaw::method {

// What programs that call methods are linked with; carried inside this program.
cxx::Runtime call_runtime();

}  // namespace fretsaw::method
