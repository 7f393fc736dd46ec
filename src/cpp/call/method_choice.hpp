// SPDX-License-Identifier: MIT
// Which callables the user means.
#pragma once

#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

// "ns::List<int>::add(int) const" is the class ns::List<int>, the name add, and a signature.
struct MethodName {
  std::string scope;  // empty: a function
  std::string name;
  bool has_signature = false;
  std::vector<std::string> parameters;
  bool is_const = false;
};
MethodName split_method_name(const std::string& text);

// In the order of the names; without any, all that have a contract. Refused, with the candidates: names that
// nothing has, and that several have.
Result<std::vector<int>> chosen_methods(const code::Classes& classes, const std::string& header,
                                        const std::vector<std::string>& names);

}  // namespace fretsaw::call
