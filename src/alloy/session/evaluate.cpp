// SPDX-License-Identifier: MIT
#include "alloy/lowering/evaluate.hpp"

#include <fmt/format.h>

#include "alloy/lowering/decode.hpp"
#include "alloy/model/load.hpp"
#include "alloy/session/internals.hpp"
#include "base/budget.hpp"

namespace fretsaw {

namespace session {

// Owns what the evaluator refers to.
class Evaluation {
 public:
  template <class InstanceOrTrace>
  Evaluation(std::shared_ptr<const SelectedCommand> chosen, lowering::LoweredCommand lowered,
             InstanceOrTrace instance, const std::vector<Witness>& witnesses)
      : selected_(std::move(chosen)),
        lowered_(std::move(lowered)),
        evaluator_(lowered_, std::move(instance), witnesses) {}
  Evaluation(const Evaluation&) = delete;
  Evaluation& operator=(const Evaluation&) = delete;

  const model::Model& model() const { return selected_->model(); }
  const lowering::InstanceEvaluator& evaluator() const { return evaluator_; }

 private:
  std::shared_ptr<const SelectedCommand> selected_;
  lowering::LoweredCommand lowered_;
  lowering::InstanceEvaluator evaluator_;
};

}  // namespace session

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

Result<AlloyEvaluator> evaluator_of(const std::shared_ptr<const session::SelectedCommand>& chosen,
                                    const AlloyInstance& instance, Budget& budget) {
  auto lowered = session::lower(*chosen, budget, {.steps = 1});
  if (!lowered) return lowered.error();
  if (instance.bitwidth != lowered->context.scopes.bitwidth) {
    return input_error(fmt::format("the instance has bit width {}, but the command has {}", instance.bitwidth,
                                   lowered->context.scopes.bitwidth),
                       fmt::format("use --scope with '{} int'", instance.bitwidth));
  }
  const auto witnesses = to_witnesses(*lowered, instance);
  if (!witnesses) return witnesses.error();
  if (lowered->timeline) {
    auto trace = to_trace(*lowered, instance);
    if (!trace) return trace.error();
    return AlloyEvaluator(std::make_shared<const session::Evaluation>(chosen, *std::move(lowered),
                                                                      *std::move(trace), *witnesses));
  }
  if (instance.is_trace)
    return input_error("the instance is a trace, but the command is not temporal",
                       "choose another command with -c");
  auto relational = to_relational(*lowered, instance);
  if (!relational) return relational.error();
  return AlloyEvaluator(std::make_shared<const session::Evaluation>(chosen, *std::move(lowered),
                                                                    *std::move(relational), *witnesses));
}

Result<AlloyValue> value_of(const session::Evaluation& evaluation, const std::string& expression,
                            Budget& budget, std::size_t state) {
  const auto text = std::make_shared<const Source>("expression", expression);
  const auto checked =
      model::check_expression(evaluation.model(), text, evaluation.evaluator().names(), budget);
  if (!checked) return checked.error();
  auto value = evaluation.evaluator().evaluate(*checked->expr, budget, state);
  if (!value) return value.error();
  return AlloyValue{type_text(*checked->expr, evaluation.model()), *std::move(value), checked->warnings};
}

}  // namespace

Result<AlloyEvaluator> Command::evaluator(const AlloyInstance& instance, const Limits& limits) const {
  Budget budget(limits);
  return within_limits(
      [&] { return evaluator_of(selected_, instance, budget); },
      [](StopReason reason) { return Result<AlloyEvaluator>(limit_error(reason, "reading the instance")); });
}

Result<AlloyValue> AlloyEvaluator::evaluate(const std::string& expression, const Limits& limits,
                                            std::size_t state) const {
  Budget budget(limits);
  return within_limits(
      [&] { return value_of(*evaluation_, expression, budget, state); },
      [&](StopReason reason) {
        return Result<AlloyValue>(limit_error(reason, fmt::format("evaluating '{}'", expression)));
      });
}

Result<AlloyValue> Command::evaluate(const std::string& expression, const AlloyInstance& instance,
                                     const Limits& limits) const {
  const auto made = evaluator(instance, limits);
  if (!made) return made.error();
  return made->evaluate(expression, limits);
}

}  // namespace fretsaw
