// SPDX-License-Identifier: MIT
// What the two generated files agree on.
#pragma once

#include <cstddef>
#include <string>

#include "cpp/code/classes.hpp"

namespace fretsaw::code {

std::string call_name(const std::string& id, std::size_t number);

// Constructors have no address that could be handed out: private ones are called where access is not checked.
bool is_called_with_access(const Callable& callable);

// Definitions that entries of types refer to: fretsaw_container_TYPE.
std::string container_helpers(const Classes& classes);
std::string container_entries(const Classes& classes);

// Defines `extern "C" void* fretsaw_static_ID_K()`, the address of a variable; null if there is none.
std::string static_name(const std::string& id, std::size_t number);
std::string static_definition(const Classes& classes, std::size_t number, const std::string& id);
// A variable of a namespace may be another one in every unit: its address is taken where it is used.
bool is_free_variable(const StaticInfo& info);

std::string call_helpers();
std::string call_definition(const Classes& classes, std::size_t number, const std::string& id);

}  // namespace fretsaw::code
