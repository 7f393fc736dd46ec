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

// In the order of the names. Refused, with the candidates: names that nothing has, and that several have.
Result<std::vector<int>> named_methods(const code::Classes& classes, const std::string& header,
                                       const std::vector<std::string>& names);

// What is meant where no method is named: all with a contract or, if there is none, all that anybody can call: the
// public member functions and the free functions that the header itself declares.
struct MethodChoice {
  std::vector<int> with_contract;
  std::vector<int> without_contract;
};
Result<MethodChoice> methods_of_header(const code::Classes& classes, const std::string& header);

}  // namespace fretsaw::call
