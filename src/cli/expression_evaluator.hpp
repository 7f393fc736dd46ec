// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/console.hpp"
#include "fretsaw/model.hpp"

namespace fretsaw::cli {

// The value of an expression, ready to be shown.
struct ShownValue {
  std::string type;  // "formula", "int", or that of a relation: "Node->Int"
  std::string text;  // true, 3, {Node$0->Node$1}
  nlohmann::ordered_json json;
};

// Within the console's limits; an error caused by one of them has Diagnostic::stop. Warnings go to the
// console.
Result<ShownValue> shown_value(const AlloyEvaluator& evaluator, const std::string& expression,
                               Console& console, std::size_t state = 0);

}  // namespace fretsaw::cli
