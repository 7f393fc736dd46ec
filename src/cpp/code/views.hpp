// SPDX-License-Identifier: MIT
// Parameters that are views: std::string_view and std::span. A frame holds what they refer to, a std::string or
// a std::vector, which is passed as a view. Elsewhere such a parameter is a reference to what is held.
#pragma once

#include <string>

#include "cpp/code/classes.hpp"

namespace fretsaw::code {

// If the type, by value or by reference to const, is a view: the parameter is what is described above, with the
// view in Parameter::view. Else nothing happens.
void unwrap_view(Parameter& parameter);

// Text for a unit that gives the held type a name, and that name.
std::string held_name(const Parameter& parameter);
std::string held_text(const Parameter& parameter);

// Headers that generated code needs for what frames hold.
std::string held_headers(const Classes& classes);

}  // namespace fretsaw::code
