// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "alloy/syntax/ast.hpp"
#include "alloy/syntax/parser.hpp"

namespace fretsaw::alloy {

// The tree with every node in parentheses, operator first: "(= a (+ b c))".
std::string outline(const Expr& expr);

// Requires that the text parses; a failure is reported and gives an empty module or a leaf.
Module module_of(const std::string& text);
ExprPtr expression_of(const std::string& text);

// outline(expression_of(text)); for a text that does not parse, "LINE:COLUMN: message".
std::string read(const std::string& text);

// Of a module's first error: "LINE:COLUMN: message" and, if there is one, " (hint)"; "no error" if it parses.
std::string error_of(const std::string& module_text);

}  // namespace fretsaw::alloy
