// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/code/user_code.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw::code {

// Which callables will be called, by their indices: they are bound. May refuse. One that is wanted for its
// truth is bound as a condition: its result is a bool, whatever it returns, and objects are handed to it by
// reference, also where it copies them.
inline int as_condition(int callable) { return ~callable; }
using Choice = std::function<Result<std::vector<int>>(const Classes&)>;

// Reads the class, everything that its objects can refer to, and what can be called on them. `class_name` is
// as the user writes it; templates with their arguments. Without a choice, nothing is bound. Refuses a header
// that is missing or does not compile (with the compiler's message and the command), and names that do not
// exist (with those that do). The limits are those of the compiler that is asked what is wrong.
Result<Classes> reflect(const UserCode& code, const std::string& class_name, const Choice& choice = {},
                        const Limits& limits = {});

// The same for no class in particular: lists what can be called on all classes of the header, and all its
// functions, and reads the classes that the chosen ones need. `also` are further classes as C++ names them,
// such as specialisations, and instances of function templates ("larger<int>"); what is neither is left out.
Result<Classes> reflect_callables(const UserCode& code, const std::vector<std::string>& also,
                                  const Choice& choice, const Limits& limits = {});

}  // namespace fretsaw::code
