// SPDX-License-Identifier: MIT
// Support code of tests in C++. Every test has all of it, so that each can be kept by itself; in a
// file with several tests of one method it is compiled once, and need not be written more than once.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cpp/code/classes.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw::call {

// In texts for with_support: the name that support and test have in common.
inline constexpr const char* kSupport = "fretsaw_support_of_test";

// The test with what it needs, under a name that begins with `name` and is another for another text.
std::string with_support(const std::string& support, const std::string& test, const std::string& name);

// A string literal of C++, on one line.
std::string literal(const std::string& text);

// Tests one after the other: what several of them need is there once.
std::string without_repeated_support(const std::string& tests);

// Arrays behind pointers whose length is another field of the same class: class and field, and that one.
using Counters = std::map<std::pair<std::string, std::string>, std::string>;

// An invariant in C++, as an expression about `object`, a void pointer.
struct EmittedInvariant {
  int class_index = -1;
  std::string expression;
};

// Functions in C++, one for each of the classes: `visit_object(heap, object)` puts what can be reached from there
// into relations, and collects the invariants of the objects it reaches.
std::string emitted_walk(const code::Classes& classes, const std::set<int>& of, const Counters& counters,
                         const std::vector<EmittedInvariant>& invariants);

// Relational terms as C++, for tests that stand by themselves.

// What terms become is made of these: sets of tuples, and the operators on them.
extern const char* const kRelationsPrelude;

// An expression for the term; `relation` says what its relations are called. Nothing if a quantifier ranges
// over sets.
std::optional<std::string> cpp_of(const Node& term, const std::function<std::string(const Leaf*)>& relation);

}  // namespace fretsaw::call
