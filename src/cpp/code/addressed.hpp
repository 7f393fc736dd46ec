// SPDX-License-Identifier: MIT
// Variables whose address the user's code takes.
#pragma once

#include <string>
#include <vector>

#include "cpp/code/user_code.hpp"

namespace fretsaw::code {

struct AddressedVariable {
  std::string name;        // qualified: "Tree::nil"; of a function's own, without the function
  std::string class_name;  // of which it is an object
};

// `&nil` in a function of the header, or of what it includes that is not the system's; each once, in the
// order of their names. Reads the bodies of functions, which takes time.
std::vector<AddressedVariable> addressed_variables(const UserCode& code);

}  // namespace fretsaw::code
