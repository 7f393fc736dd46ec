// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cxx/classes.hpp"
#include "cxx/user_code.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cxx {

// Which callables will be called, by their indices: they are bound. May refuse.
using Choice = std::function<Result<std::vector<int>>(const Classes&)>;

// Reads the class, everything that its objects can refer to, and what can be called on them. `class_name` is
// as the user writes it; templates with their arguments. Without a choice, nothing is bound. Refuses a header
// that is missing or does not compile (with the compiler's message and the command), and names that do not
// exist (with those that do).
Result<Classes> reflect(const UserCode& code, const std::string& class_name, const Choice& choice = {});

}  // namespace fretsaw::cxx
