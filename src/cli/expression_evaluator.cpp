// SPDX-License-Identifier: MIT
#include "cli/expression_evaluator.hpp"

#include <fmt/format.h>

#include "alloy/exchange/writers.hpp"

namespace fretsaw::cli {

namespace {

std::string set_text(const std::vector<AlloyTuple>& tuples) {
  std::string out = "{";
  for (const auto& tuple : tuples) {
    if (out.size() > 1) out += ", ";
    out += tuple_text(tuple);
  }
  return out + "}";
}

}  // namespace

Result<ShownValue> shown_value(const AlloyEvaluator& evaluator, const std::string& expression,
                               Console& console, std::size_t state) {
  const auto value = evaluator.evaluate(expression, console.limits(), state);
  if (!value) return value.error();
  for (const Diagnostic& warning : value->warnings) console.warn(warning);
  ShownValue shown{value->type, "", nullptr};
  if (const auto* truth = std::get_if<bool>(&value->value)) {
    shown.text = *truth ? "true" : "false";
    shown.json = *truth;
  } else if (const auto* number = std::get_if<std::int64_t>(&value->value)) {
    shown.text = fmt::format("{}", *number);
    shown.json = *number;
  } else {
    const auto& tuples = std::get<std::vector<AlloyTuple>>(value->value);
    shown.text = set_text(tuples);
    shown.json = tuples_to_json(tuples);
  }
  return shown;
}

}  // namespace fretsaw::cli
