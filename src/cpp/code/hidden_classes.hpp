// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cpp/code/clang_unit.hpp"
#include "cpp/code/classes.hpp"
#include "cpp/code/user_code.hpp"

namespace fretsaw::code {

// Is it within the body of a function, so that nothing else can name it?
bool is_inside_function(CXCursor declaration);
std::string inside_function_text(const std::string& class_name);

// Classes that derive from one of `classes` and are not among them, as sentences, one for each: those inside
// of functions, those without a name, those of which only templates make objects, and those of other sources.
// Objects of them may stand behind pointers to their bases when the user's program runs. `header` is the
// header, read without the bodies.
struct HiddenClasses {
  std::vector<std::string> sentences;
  std::set<std::string> files;  // that were read to know
};
HiddenClasses hidden_classes(const UserCode& code, const ClangUnit& header, const Classes& classes);

}  // namespace fretsaw::code
