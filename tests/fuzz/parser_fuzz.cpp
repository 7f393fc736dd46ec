// SPDX-License-Identifier: MIT
// Any bytes: the parser ends, with a tree or a located error; a tree survives being printed and read again.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "alloy/syntax/parser.hpp"
#include "alloy/syntax/printer.hpp"

namespace {

using namespace fretsaw;

void require(bool condition, const char* what, const std::string& text) {
  if (condition) return;
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

SourcePtr source(std::string text) { return std::make_shared<const Source>("fuzzed.als", std::move(text)); }

void check_error(const Diagnostic& error) {
  require(error.location.has_value() && !error.message.empty(), "error without place or text", error.message);
  render(error);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto module = alloy::parse_module(source(text));
  if (module) {
    const std::string printed = alloy::print(*module);
    const auto again = alloy::parse_module(source(printed));
    require(again.ok(), "printed module does not parse", printed);
    require(alloy::same_tree(*module, *again), "printed module is another one", printed);
  } else {
    check_error(module.error());
  }
  const SourcePtr kept = source(text);
  const auto expr = alloy::parse_expression(kept);
  if (expr) {
    const SourcePtr printed = source(alloy::print(**expr));
    const auto again = alloy::parse_expression(printed);
    require(again.ok(), "printed expression does not parse", std::string(printed->text()));
    require(alloy::same_tree(*expr, *again), "printed expression is another one",
            std::string(printed->text()));
    alloy::reported_span(**expr);
  } else {
    check_error(expr.error());
  }
  if (const auto scopes = alloy::parse_scopes(kept); !scopes) check_error(scopes.error());
  return 0;
}
