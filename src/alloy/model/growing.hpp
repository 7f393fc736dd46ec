// SPDX-License-Identifier: MIT
// Growing scopes, like `2..5 A` and `1..9:2 A`.
#pragma once

#include <vector>

#include "alloy/syntax/ast.hpp"
#include "base/source.hpp"

namespace fretsaw::model {

// Does the scope stand for several sizes?
bool grows(const alloy::Scope& scope);

// The command's scopes with one size each: the one that decides the command. Alloy searches the smallest size
// first and goes on, all growing sigs together, as long as a `run` has an instance or a `check` has no
// counterexample. So a `run` is decided at the smallest size, and a `check` at the largest, which includes
// the smaller ones. The error is at the scope: a check for which that is not so (`exactly`), or that never
// ends.
Result<std::vector<alloy::Scope>> deciding_scopes(const alloy::Command& command);

}  // namespace fretsaw::model
