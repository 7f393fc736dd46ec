// SPDX-License-Identifier: MIT
// Selects callables by name.
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

// Without parameters: "SearchTree::remove".
std::string scoped_name(const code::Callable& callable);

// In the order of the names; without any, all that have a contract. Errors list the candidates: unknown names,
// and ambiguous ones.
Result<std::vector<int>> chosen_methods(const code::Classes& classes, const std::string& header,
                                        const std::vector<std::string>& names);

}  // namespace fretsaw::call
