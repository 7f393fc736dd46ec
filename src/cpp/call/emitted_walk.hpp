// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cpp/code/classes.hpp"

namespace fretsaw::call {

// Arrays behind pointers whose length is another field of the same class: class and field, and that one.
using Counters = std::map<std::pair<std::string, std::string>, std::string>;

// An invariant in C++, as an expression about `object`, a void pointer.
struct EmittedInvariant {
  int class_index = -1;
  std::string expression;
};

// Functions in C++, one for each of the classes: `look(heap, object)` puts what can be reached from there
// into relations, and collects the invariants of what it meets.
std::string emitted_walk(const code::Classes& classes, const std::set<int>& of, const Counters& counters,
                         const std::vector<EmittedInvariant>& invariants);

}  // namespace fretsaw::call
