// SPDX-License-Identifier: MIT
// Relational terms as C++, for tests that stand by themselves.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "fretsaw/relational.hpp"

namespace fretsaw::call {

// What terms become is made of these: sets of tuples, and the operators on them.
extern const char* const kRelationsPrelude;

// An expression for the term; `relation` says what its relations are called. Nothing if a quantifier ranges
// over sets.
std::optional<std::string> cpp_of(const Node& term, const std::function<std::string(const Leaf*)>& relation);

}  // namespace fretsaw::call
