// SPDX-License-Identifier: MIT
// Which classes can occur in calls.
#pragma once

#include <set>

#include "cpp/code/classes.hpp"

namespace fretsaw::contract {

struct Reach {
  std::set<int> classes;
  std::set<int> types;
};

// From the receiver, arguments and result of a bound callable: through fields, to bases and to whatever is
// derived.
Reach reach_of(const code::Classes& classes, const code::Callable& callable);
// From an object of a class.
Reach reach_of(const code::Classes& classes, int class_index);

// What inputs of a bound callable are made of: less, since a result is no part of an input, and what shares
// only a base with an argument's class is none.
struct InputReach {
  std::set<int> classes;        // there may be objects of them; and their bases
  std::set<int> free_standing;  // that pointers and references may refer to
};
InputReach input_reach_of(const code::Classes& classes, const code::Callable& callable);

}  // namespace fretsaw::contract
