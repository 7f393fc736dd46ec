// SPDX-License-Identifier: MIT
// What the names of a template's parameters mean in one of its instances, for code that is written as if it
// stood in the template. Parameter packs and templates as parameters are left out.
#pragma once

#include <string>

#include "cpp/code/clang_unit.hpp"

namespace fretsaw::code {

// Declarations of members of a class, "using T = int;" and "static constexpr std::size_t N = …;", with those
// of templates around it. Of a class that is in no template: nothing.
std::string template_names(CXType specialization);

// The same for an instance "largest<int, 3>" of a function template, as far as its arguments are given.
std::string template_names(CXCursor function_template, const std::string& instance);

}  // namespace fretsaw::code
