// SPDX-License-Identifier: MIT
#include "cli/expression_evaluator.hpp"

#include <fmt/format.h>

#include "model/load.hpp"
#include "report/json_writer.hpp"
#include "report/text_writer.hpp"

namespace fretsaw::cli {

namespace {

std::string type_text(const model::Expr& expr, const model::Model& model) {
  switch (expr.kind) {
    case model::Kind::Formula:
      return "formula";
    case model::Kind::Integer:
      return "int";
    case model::Kind::Relation:
      break;
  }
  return model::to_string(expr.type, model);
}

std::string set_text(const std::vector<AlloyTuple>& tuples) {
  std::string out = "{";
  for (const auto& tuple : tuples) {
    if (out.size() > 1) out += ", ";
    out += tuple_text(tuple);
  }
  return out + "}";
}

}  // namespace

Result<ShownValue> ExpressionEvaluator::evaluate(const std::string& expression, Console& console) const {
  const auto text = std::make_shared<const Source>("expression", expression);
  Budget budget(console.limits());
  const auto checked = model::check_expression(model_, text, values_.names(), budget);
  if (!checked) return checked.error();
  for (const Diagnostic& warning : checked->warnings) console.warn(warning);
  const auto value = values_.evaluate(*checked->expr, budget);
  if (!value) return value.error();
  ShownValue shown{type_text(*checked->expr, model_), "", nullptr};
  if (const auto* truth = std::get_if<bool>(&*value)) {
    shown.text = *truth ? "true" : "false";
    shown.json = *truth;
  } else if (const auto* number = std::get_if<std::int64_t>(&*value)) {
    shown.text = fmt::format("{}", *number);
    shown.json = *number;
  } else {
    const auto& tuples = std::get<std::vector<AlloyTuple>>(*value);
    shown.text = set_text(tuples);
    shown.json = tuples_to_json(tuples);
  }
  return shown;
}

}  // namespace fretsaw::cli
