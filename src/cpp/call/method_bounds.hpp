// SPDX-License-Identifier: MIT
// The bounds that a request names, and which of its methods each of them is about.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cpp/call/check.hpp"
#include "cpp/code/classes.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

// Refused, before anything is compiled: bounds that cannot be read.
Status check_bounds(const CheckRequest& request);

struct MethodBounds {
  std::vector<std::pair<std::string, std::string>> words;  // as the programs take them
  std::vector<std::string> unused;                         // about nothing that the method is about
};

// Of several methods, each takes the bounds that concern it; one that is alone takes all of them.
MethodBounds bounds_for(const CheckRequest& request, const code::Classes& classes,
                        const code::Callable& callable, bool is_alone);

// `Scene::front=Square` as the bound on values that it is: `Scene::front=null,Square`.
std::string bound_of_type(const code::Classes& classes, const std::string& text);

}  // namespace fretsaw::call
