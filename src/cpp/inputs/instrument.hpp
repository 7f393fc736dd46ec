// SPDX-License-Identifier: MIT
// For tests that use fretsaw/structures.hpp: the generated sources that a test program is linked with. The
// CMake function fretsaw_instrument() calls this through `fretsaw skeleton --glue`.
#pragma once

#include <string>

#include "cpp/inputs/search_program.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::inputs {

// Writes PREFIX.calls.cpp, to be compiled like the user's code, and PREFIX.classes.cpp and
// PREFIX.contract.cpp, to be compiled with -fno-access-control as well; PREFIX.d says which files they depend
// on. Errors: invariants in braces, which are not evaluated in a test, and predicates that take more than
// the object.
Status write_test_glue(const SearchCode& code, const std::string& prefix);

}  // namespace fretsaw::inputs
