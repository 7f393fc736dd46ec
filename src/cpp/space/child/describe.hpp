// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cpp/space/child/search_space.hpp"
#include "cpp/space/child/space.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::space {

// The space for the process that started the program, and in bytes (work/bytes.hpp).
Space described(const SearchSpace& space);
std::string describe(const SearchSpace& space);

// Why there is none: {"message","hint","notes"} and, if it is about something in the user's code,
// "file","line","column". Notes have no locations.
std::string describe(const Diagnostic& error);

// A value of a type that is not a pointer.
SpaceValue scalar_value(const detail::TypeEntry& type, const Value& value);

}  // namespace fretsaw::space
