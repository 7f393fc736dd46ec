// SPDX-License-Identifier: MIT
// Which classes the calls of something can be about.
#pragma once

#include <set>

#include "cxx/classes.hpp"

namespace fretsaw::contract {

struct Reach {
  std::set<int> classes;
  std::set<int> types;
};

// From the receiver, arguments and result of a bound callable: through fields, to bases and to whatever is
// derived.
Reach reach_of(const cxx::Classes& classes, const cxx::Callable& callable);

}  // namespace fretsaw::contract
