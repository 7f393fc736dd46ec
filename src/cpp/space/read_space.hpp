// SPDX-License-Identifier: MIT
// The only reader of what a process sends about its candidates (child/space.hpp). What it gives can be followed
// unseen: every index is valid, every part fits its type, no guard guards itself.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "cpp/code/classes.hpp"
#include "cpp/space/child/space.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::space {

// The classes are those that the program was built with.
Result<Space> read_space(std::string_view bytes, const code::Classes& classes);

// Is it one position for every variable, each within its domain? To be checked for candidates from outside.
bool is_candidate(const Space& space, std::span<const std::uint32_t> candidate);

// Which fields are lengths of arrays behind pointers: by the array's class and field, the name of the length.
std::map<std::pair<std::string, std::string>, std::string> array_counters(const Space& space,
                                                                          const code::Classes& classes);

}  // namespace fretsaw::space
