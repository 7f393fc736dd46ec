// SPDX-License-Identifier: MIT
// What the two generated files agree on.
#pragma once

#include <cstddef>
#include <string>

#include "cxx/classes.hpp"

namespace fretsaw::cxx {

std::string call_name(const std::string& id, std::size_t number);

// Constructors have no address that could be handed out: private ones are called where access is not checked.
bool is_called_with_access(const Callable& callable);

std::string call_helpers();
std::string call_definition(const Classes& classes, std::size_t number, const std::string& id);

}  // namespace fretsaw::cxx
