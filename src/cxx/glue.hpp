// SPDX-License-Identifier: MIT
// C++ text that connects the user's classes to a program that knows nothing of them.
#pragma once

#include <string>

#include "cxx/class_model.hpp"

namespace fretsaw::cxx {

// Defines `extern "C" bool fretsaw_predicate_ID(void* root)`. Compiled with the user's flags and nothing that
// would change the meaning of the user's code.
std::string predicate_source(const ClassModel& model, const std::string& id);

// Defines `extern "C" const fretsaw::detail::ClassTable* fretsaw_classes_ID()`. Needs -fno-access-control,
// because it names private members and classes; only constructors and destructors are called here.
std::string table_source(const ClassModel& model, const std::string& id);

// The class's name with everything that an identifier cannot have replaced by an underscore.
std::string identifier(const std::string& class_name);

}  // namespace fretsaw::cxx
