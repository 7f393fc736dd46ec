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
constexpr int kMaxAtomBitwidth = 8;

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
                                              std::vector<MatchedReading>& matched) {
  outcome.obstacle = test.contradiction;
  const bool orders = std::ranges::any_of(test.claims, [&](const model::ExprPtr& claim) {
    return mentions_op(model_, *claim, Op::TotalOrder, orders_);
  });
  if (orders) {
    outcome.missing_value = "the total order in its claims";
    return std::nullopt;
  }
  if (const auto& unknown = stage.placer().unknown_relation()) {
    outcome.missing_value = fmt::format("{}, which the translation requires", *unknown);
    return std::nullopt;
  }
  std::vector<const model::Variable*> parameters;
  PreparedTest prepared;
  prepared.question_ = stage.with_facts(test.claims, parameters);
  if (prepared.question_ == nullptr) {
    outcome.missing_value = "an expression that cannot be evaluated";
    return std::nullopt;
  }
  for (std::size_t r = 0; r < test.readings.size(); ++r) {
    const Reading& reading = test.readings[r];
    PlacedValuation placed = stage.placer().place(reading.valuation);
    if (!placed.open.empty()) {
      outcome.missing_value = placed.open;
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
        outcome.missing_value = "a variable";
        return std::nullopt;
      }
      values.push_back(TupleSet::unary({placed.atoms[index(bound->second)]}));
    }
    matched.push_back({r, std::move(placed.atoms)});
    prepared.instances_.push_back(prepared.question_->with_parameters(*std::move(placed.instance), values));
  }
  if (!prepared.instances_.empty()) outcome.obstacle.clear();
  return prepared;
}

std::optional<PreparedTest> Executor::prepare(const model::Command& command) {
  if (command.error || command.scopes.bitwidth > kMaxAtomBitwidth) return std::nullopt;
  const RecognizedTest recognized = recognize(model_, command);
  const auto* fixed = std::get_if<FixedTest>(&recognized);
  if (!fixed) return std::nullopt;
  auto stage = this->stage(command);
  if (!stage) return std::nullopt;
  Outcome outcome;
  std::vector<MatchedReading> matched;
  return prepare(*fixed, **stage, outcome, matched);
}

Outcome Executor::execute(const model::Command& command) {
  Outcome outcome;
  outcome.command = &command;
  if (command.error) {
    outcome.error = command.error;
    return outcome;
  }
  RecognizedTest recognized = recognize(model_, command);
  if (auto* open = std::get_if<MissingValue>(&recognized)) outcome.missing_value = open->what;
  if (command.scopes.bitwidth > kMaxAtomBitwidth) outcome.missing_value = "integers of this bit width";
  if (outcome.missing_value.empty()) {
    FixedTest& test = std::get<FixedTest>(recognized);
    auto stage = this->stage(command);
    if (!stage) {
      outcome.error = stage.error();
      return outcome;
    }
    std::vector<MatchedReading> matched;
    auto prepared = prepare(test, **stage, outcome, matched);
    if (prepared) {
      const Truth truth = prepared->evaluate();
      if (truth != Truth::TooLarge) {
        outcome.verdict = truth == Truth::True ? Verdict::Sat : Verdict::Unsat;
        outcome.stage = *stage;
        outcome.claims = std::move(test.claims);
        if (!matched.empty()) {
          const std::size_t shown = truth == Truth::True ? prepared->decided_ : matched.size() - 1;
          outcome.reading = std::move(test.readings[matched[shown].reading]);
          outcome.atoms = std::move(matched[shown].atoms);
          outcome.instance = prepared->question_->without_parameters(std::move(prepared->instances_[shown]));
        }
        return outcome;
      }
      outcome.missing_value = "an expression that is too large to evaluate";
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
  limit_integer_atoms(model_, options_, lowered->context.problem);
  const auto found = fretsaw::find(lowered->problem(), FindOptions(), budget);
  if (!found) {
    outcome.error = found.error();
    return;
  }
  outcome.verdict = found->verdict;
  outcome.stop = found->stop;
}

}  // namespace fretsaw::modeltest
