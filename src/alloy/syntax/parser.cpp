// SPDX-License-Identifier: MIT
#include "alloy/syntax/parser.hpp"

#include "alloy/syntax/characters.hpp"
#include "alloy/syntax/parser_core.hpp"

namespace fretsaw::alloy {

Result<Module> parse_module(SourcePtr source, Budget& budget) {
  const auto finish = [&](Parser& parser, Module module) -> Result<Module> {
    if (parser.error()) return *parser.error();
    module.source = source;
    return module;
  };
  Parser parser(*source, Primes::Operators, budget);
  Module module = parser.module();
  if (!parser.error() || !has_prime(source->text())) return finish(parser, std::move(module));
  // A declared name with a prime, or a name that is a keyword now, may be what is wrong.
  Parser older(*source, Primes::InNames, budget);
  Module read_again = older.module();
  if (!older.primed_name()) return finish(parser, std::move(module));
  read_again.primed = older.primed_name();
  return finish(older, std::move(read_again));
}

Result<Module> parse_module_like(const Module& other, SourcePtr source, Budget& budget) {
  if (!other.primed) return parse_module(std::move(source), budget);
  Parser parser(*source, Primes::InNames, budget);
  Module module = parser.module();
  if (parser.error()) return *parser.error();
  module.primed = parser.primed_name();
  module.source = std::move(source);
  return module;
}

Result<ExprPtr> parse_expression(const SourcePtr& source, Primes primes, Budget& budget) {
  Parser parser(*source, primes, budget, TextKind::Fragment);
  ExprPtr expr = parser.lone_expression();
  if (parser.error()) return *parser.error();
  return expr;
}

Result<Command> parse_scopes(const SourcePtr& source, Primes primes) {
  Budget no_limit;
  Parser parser(*source, primes, no_limit, TextKind::Fragment);
  Command command = parser.lone_scopes();
  if (parser.error()) return *parser.error();
  return command;
}

Result<ExprPtr> parse_clause(const ClauseText& clause, Budget& budget) {
  Parser parser(clause, budget);
  ExprPtr block = parser.lone_block();
  if (parser.error()) return *parser.error();
  return block;
}

Result<Function> parse_helper(const ClauseText& clause, Budget& budget) {
  Parser parser(clause, budget);
  Function helper = parser.lone_function();
  if (parser.error()) return *parser.error();
  return helper;
}

}  // namespace fretsaw::alloy
