// SPDX-License-Identifier: MIT
#include "lowering/evaluate.hpp"

#include <fmt/format.h>

#include "lowering/decode.hpp"
#include "model/load.hpp"
#include "session/internals.hpp"

namespace fretsaw {

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

Result<AlloyValue> value_of(const session::Chosen& chosen, const std::string& expression,
                            const AlloyInstance& instance, Budget& budget) {
  const auto lowered = session::lower(chosen, budget);
  if (!lowered) return lowered.error();
  if (instance.bitwidth != lowered->frame.scopes.bitwidth) {
    return input_error(fmt::format("the instance has bit width {}, but the command {}", instance.bitwidth,
                                   lowered->frame.scopes.bitwidth),
                       fmt::format("give the command a scope with {} int", instance.bitwidth));
  }
  auto relational = to_relational(*lowered, instance);
  if (!relational) return relational.error();
  const auto witnesses = to_witnesses(*lowered, instance);
  if (!witnesses) return witnesses.error();
  const lowering::InstanceEvaluator evaluator(*lowered, *std::move(relational), *witnesses);
  const auto text = std::make_shared<const Source>("expression", expression);
  const auto checked = model::check_expression(chosen.model(), text, evaluator.names(), budget);
  if (!checked) return checked.error();
  auto value = evaluator.evaluate(*checked->expr, budget);
  if (!value) return value.error();
  return AlloyValue{type_text(*checked->expr, chosen.model()), *std::move(value), checked->warnings};
}

}  // namespace

Result<AlloyValue> Command::evaluate(const std::string& expression, const AlloyInstance& instance,
                                     const Limits& limits) const {
  Budget budget(limits);
  return within_limits(
      [&] { return value_of(*chosen_, expression, instance, budget); },
      [](Stop reason) {
        return Result<AlloyValue>(session::limit_error(reason, "the expression had a value"));
      });
}

}  // namespace fretsaw
