// SPDX-License-Identifier: MIT
// C++ text that connects the user's classes to a program that knows nothing of them.
#pragma once

#include <string>

#include "cpp/code/classes.hpp"

namespace fretsaw::code {

// Defines `extern "C" void fretsaw_call_ID_K(void* frame, void* result)` for every bound callable K (see
// detail::CallableEntry). Compiled with the user's flags and nothing that would change the meaning of the
// user's code.
std::string calls_source(const Classes& classes, const std::string& id);
// Does it define anything?
bool has_calls(const Classes& classes);

// Defines `extern "C" const fretsaw::detail::ClassTable* fretsaw_classes_ID()`, and the calls of constructors
// that are not accessible. Needs -fno-access-control, because it names private members and classes; only
// constructors and destructors are called here.
std::string table_source(const Classes& classes, const std::string& id);

// The place of a bound callable in the table's list, which has no others.
int table_index(const Classes& classes, int callable);

// Is the result of a bound callable a reference to something that is not an object of the user's own? Then the
// call returns its address.
bool is_result_elsewhere(const Classes& classes, const Callable& callable);

// May a value of that kind be one that cannot be copied? Then it is passed with fretsaw_pass().
bool may_have_no_copies(detail::TypeKind kind);

// A parameter's type as people write it: "const std::string&".
std::string written_type(const Parameter& parameter);

// A function as generated code calls it: hidden friends are found by their arguments only.
std::string function_name(const Callable& callable);
// What must stand before the first call, where that is not enough: empty for most.
std::string function_declaration(const Callable& callable);

// Is it a method of temporary objects, as `int take() &&` is?
bool needs_temporary(const Callable& callable);

// As a caller outside of the class writes it; of a method, what comes after the arrow.
std::string display_name(const Callable& callable);

// The class's name with everything that an identifier cannot have replaced by an underscore.
std::string identifier(const std::string& class_name);

}  // namespace fretsaw::code
