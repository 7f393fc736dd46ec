// SPDX-License-Identifier: MIT
// A finitization of a method's inputs, to be edited.
#pragma once

#include <string>

#include "cpp/code/classes.hpp"
#include "cpp/code/user_code.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

struct MethodSkeleton {
  code::Classes classes;  // that its inputs are made of
  std::string method;     // "SearchTree::remove(int)"
  std::string text;
};

Result<MethodSkeleton> method_skeleton(const code::UserCode& code, const std::string& method);

// The function that a finitization defines: "finitize_SearchTree__remove".
std::string finitization_name(const code::Callable& callable);

}  // namespace fretsaw::call
