// SPDX-License-Identifier: MIT
// What a command refers to: everything in the facts, the bounds of the fields and the goal, and in the
// functions that are called from there.
#pragma once

#include <string>
#include <vector>

#include "alloy/model/model.hpp"

namespace fretsaw::lowering {

struct Reachable {
  std::vector<std::string> strings;  // texts of literals, in the order in which they are met, each once
  bool integers = false;  // some sig, field or expression is about integer atoms: Int, univ, iden, fun/next
};

Reachable reachable(const model::Model& model, const model::Command& command);

}  // namespace fretsaw::lowering
