// SPDX-License-Identifier: MIT
#include "alloy/modeltest/execute.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "alloy/lowering/reachable.hpp"
#include "logic/finder/internals.hpp"

namespace fretsaw::modeltest {

namespace {

using model::Expr;
using model::Op;
using Mentions = std::map<model::FunctionId, bool>;

// Beyond this bit width the translation decides by the goal whether integers are atoms.
constexpr int kLargestBitwidth = 8;

bool mentions_op(const model::Model& model, const Expr& expr, Op op, Mentions& known) {
  if (expr.op == op) return true;
  if (expr.op == Op::Call) {
    const auto [entry, fresh] = known.try_emplace(expr.function, false);
    if (fresh && mentions_op(model, *model.function(expr.function).body, op, known))
      known[expr.function] = true;
    if (known[expr.function]) return true;
  }
  return std::ranges::any_of(expr.children,
                             [&](const model::ExprPtr& c) { return mentions_op(model, *c, op, known); }) ||
         std::ranges::any_of(expr.decls,
                             [&](const model::Decl& d) { return mentions_op(model, *d.bound, op, known); });
}

bool any_strings(const model::Model& model, Mentions& known) {
  const auto in = [&](const model::ExprPtr& expr) { return mentions_op(model, *expr, Op::Text, known); };
  return std::ranges::any_of(model.functions, [&](const auto& f) { return in(f.body); }) ||
         std::ranges::any_of(model.facts, [&](const auto& f) { return in(f.formula); }) ||
         std::ranges::any_of(model.fields, [&](const auto& f) { return in(f.bound); });
}

}  // namespace

Truth PreparedTest::evaluate() {
  for (std::size_t i = 0; i < instances_.size(); ++i) {
    const Truth truth = question_->ask(instances_[i]);
    if (truth == Truth::False) continue;
    decided_ = i;
    return truth;
  }
  return Truth::False;
}

// Commands with the same scope share a stage. So must their strings be, which are atoms.
Result<Stage*> Executor::stage(const model::Command& command) {
  if (!uses_strings_) uses_strings_ = any_strings(model_, texts_);
  std::string key = scope_key(command.scopes);
  const bool mere_call = command.goal->op == Op::Call && command.goal->children.empty();
  if (*uses_strings_ || (!mere_call && mentions_op(model_, *command.goal, Op::Text, texts_))) {
    for (const std::string& text : lowering::reachable(model_, command).strings)
      key += fmt::format(" {}:{}", text.size(), text);
  }
  const auto found = stages_.find(key);
  if (found != stages_.end()) return found->second.get();
  auto stage = Stage::make(model_, command, options_);
  if (!stage) return stage.error();
  return stages_.emplace(std::move(key), *std::move(stage)).first->second.get();
}

std::optional<PreparedTest> Executor::prepare(const FixedTest& test, Stage& stage, Outcome& outcome,
                                              std::vector<Seated>& seated) {
  outcome.obstacle = test.contradiction;
  const bool orders = std::ranges::any_of(test.claims, [&](const model::ExprPtr& claim) {
    return mentions_op(model_, *claim, Op::TotalOrder, orders_);
  });
  if (orders) {
    outcome.left_open = "the total order in its claims";
    return std::nullopt;
  }
  if (const auto& unknown = stage.placing().unknown_relation()) {
    outcome.left_open = fmt::format("{}, which the translation requires", *unknown);
    return std::nullopt;
  }
  std::vector<const model::Variable*> parameters;
  PreparedTest prepared;
  prepared.question_ = stage.with_facts(test.claims, parameters);
  if (prepared.question_ == nullptr) {
    outcome.left_open = "an expression that cannot be evaluated";
    return std::nullopt;
  }
  for (std::size_t r = 0; r < test.readings.size(); ++r) {
    const Reading& reading = test.readings[r];
    Placed placed = stage.placing().place(reading.valuation);
    if (!placed.open.empty()) {
      outcome.left_open = placed.open;
      return std::nullopt;
    }
    if (!placed.instance) {
      outcome.obstacle = placed.obstacle;
      continue;
    }
    std::vector<TupleSet> values;
    for (const model::Variable* parameter : parameters) {
      const auto bound = std::ranges::find(reading.bindings, parameter, &Bindings::value_type::first);
      if (bound == reading.bindings.end()) {
        outcome.left_open = "a variable";
        return std::nullopt;
      }
      values.push_back(TupleSet::unary({placed.atoms[index(bound->second)]}));
    }
    seated.push_back({r, std::move(placed.atoms)});
    prepared.instances_.push_back(prepared.question_->with_parameters(*std::move(placed.instance), values));
  }
  if (!prepared.instances_.empty()) outcome.obstacle.clear();
  return prepared;
}

std::optional<PreparedTest> Executor::prepare(const model::Command& command) {
  if (command.error || command.scopes.bitwidth > kLargestBitwidth) return std::nullopt;
  const Recognized recognized = recognize(model_, command);
  const auto* fixed = std::get_if<FixedTest>(&recognized);
  if (!fixed) return std::nullopt;
  auto stage = this->stage(command);
  if (!stage) return std::nullopt;
  Outcome outcome;
  std::vector<Seated> seated;
  return prepare(*fixed, **stage, outcome, seated);
}

Outcome Executor::execute(const model::Command& command) {
  Outcome outcome;
  outcome.command = &command;
  if (command.error) {
    outcome.error = command.error;
    return outcome;
  }
  Recognized recognized = recognize(model_, command);
  if (auto* open = std::get_if<LeftOpen>(&recognized)) outcome.left_open = open->what;
  if (command.scopes.bitwidth > kLargestBitwidth) outcome.left_open = "integers of this bit width";
  if (outcome.left_open.empty()) {
    FixedTest& test = std::get<FixedTest>(recognized);
    auto stage = this->stage(command);
    if (!stage) {
      outcome.error = stage.error();
      return outcome;
    }
    std::vector<Seated> seated;
    auto prepared = prepare(test, **stage, outcome, seated);
    if (prepared) {
      const Truth truth = prepared->evaluate();
      if (truth != Truth::TooLarge) {
        outcome.verdict = truth == Truth::True ? Verdict::Sat : Verdict::Unsat;
        outcome.stage = *stage;
        outcome.claims = std::move(test.claims);
        if (!seated.empty()) {
          const std::size_t shown = truth == Truth::True ? prepared->decided_ : seated.size() - 1;
          outcome.reading = std::move(test.readings[seated[shown].reading]);
          outcome.atoms = std::move(seated[shown].atoms);
          outcome.instance = prepared->question_->without_parameters(std::move(prepared->instances_[shown]));
        }
        return outcome;
      }
      outcome.left_open = "an expression that is too large to evaluate";
    }
  }
  outcome.obstacle.clear();
  outcome.instance.reset();
  solve(outcome);
  return outcome;
}

void Executor::solve(Outcome& outcome) {
  outcome.solved = true;
  lowering::LowerOptions lower;
  lower.overflow = options_.overflow;
  Budget budget(options_.limits);
  auto lowered = lowering::lower(model_, *outcome.command, lower, budget);
  if (!lowered) {
    outcome.error = lowered.error();
    return;
  }
  limit_integer_atoms(model_, options_, lowered->frame.problem);
  const auto found = fretsaw::find(lowered->problem(), FindOptions(), budget);
  if (!found) {
    outcome.error = found.error();
    return;
  }
  outcome.verdict = found->verdict;
  outcome.stop = found->stop;
}

}  // namespace fretsaw::modeltest
