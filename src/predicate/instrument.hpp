// SPDX-License-Identifier: MIT
// For tests that use fretsaw/structures.hpp: the generated sources that a test program is linked with. The
// CMake function fretsaw_instrument() calls this through `fretsaw skeleton --glue`.
#pragma once

#include <string>

#include "fretsaw/diagnostic.hpp"
#include "predicate/program.hpp"

namespace fretsaw {

// Writes PREFIX.calls.cpp, to be compiled like the user's code, and PREFIX.classes.cpp, to be compiled
// with -fno-access-control as well.
Status write_test_glue(const SearchCode& code, const std::string& prefix);

}  // namespace fretsaw
