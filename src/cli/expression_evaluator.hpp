// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/console.hpp"
#include "fretsaw/diagnostic.hpp"
#include "lowering/evaluate.hpp"
#include "model/model.hpp"

namespace fretsaw::cli {

// The value of an expression, ready to be shown.
struct ShownValue {
  std::string type;  // "formula", "int", or that of a relation: "Node->Int"
  std::string text;  // true, 3, {Node$0->Node$1}
  nlohmann::ordered_json json;
};

// Texts to values. The model and the instance's evaluator outlive it.
class ExpressionEvaluator {
 public:
  ExpressionEvaluator(const model::Model& model, const lowering::InstanceEvaluator& values)
      : model_(model), values_(values) {}

  // Errors are in the text, which messages call "expression". Warnings go to the console. Throws LimitReached
  // when a limit of the console is reached.
  Result<ShownValue> evaluate(const std::string& expression, Console& console) const;

 private:
  const model::Model& model_;
  const lowering::InstanceEvaluator& values_;
};

}  // namespace fretsaw::cli
