// SPDX-License-Identifier: MIT
#include "alloy/parser.hpp"

#include "alloy/parser_core.hpp"

namespace fretsaw::alloy {

Result<Module> parse_module(SourcePtr source, Budget& budget) {
  Parser parser(*source, budget);
  Module module = parser.module();
  if (parser.error()) return *parser.error();
  module.source = std::move(source);
  return module;
}

Result<ExprPtr> parse_expression(const SourcePtr& source, Budget& budget) {
  Parser parser(*source, budget);
  ExprPtr expr = parser.lone_expression();
  if (parser.error()) return *parser.error();
  return expr;
}

Result<Command> parse_scopes(const SourcePtr& source) {
  Budget no_limit;
  Parser parser(*source, no_limit);
  Command command = parser.lone_scopes();
  if (parser.error()) return *parser.error();
  return command;
}

}  // namespace fretsaw::alloy
