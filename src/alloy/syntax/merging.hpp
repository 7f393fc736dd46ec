// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "alloy/syntax/token.hpp"

namespace fretsaw::alloy {

// Makes one token of those that Alloy reads as one, whatever blanks or comments stand between them; and moves
// a command's label behind its keyword (`l: run` becomes `run l`), so that a name never has to be told from a
// label.
void merge_tokens(std::string_view text, std::vector<Token>& tokens);

}  // namespace fretsaw::alloy
