// SPDX-License-Identifier: MIT
// Alloy 6's temporal language is recognised, and refused by the name of what was used.
#pragma once

#include <optional>

#include "alloy/ast.hpp"
#include "base/source.hpp"

namespace fretsaw::model {

// The first temporal construct of a command, or of what is not a command.
std::optional<Diagnostic> find_temporal(const alloy::Command& command);
std::optional<Diagnostic> find_temporal(const alloy::Module& module);

}  // namespace fretsaw::model
