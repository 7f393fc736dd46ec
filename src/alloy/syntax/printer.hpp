// SPDX-License-Identifier: MIT
// Syntax tree to text. Parsing the text gives the same tree again (same_tree), for every tree a parser can
// produce. Parentheses stand only where they are needed, operators in one spelling each, comments are lost.
#pragma once

#include <string>

#include "alloy/syntax/ast.hpp"

namespace fretsaw::alloy {

// A whole module, blocks on several lines.
std::string print(const Module& module);

// One paragraph, without a line end after it.
std::string print(const Paragraph& paragraph);

// One expression or declaration on one line.
std::string print(const Expr& expr);
std::string print(const Decl& decl);

}  // namespace fretsaw::alloy
