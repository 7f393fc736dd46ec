// SPDX-License-Identifier: MIT
#include "cpp/inputs/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/stopwatch.hpp"
#include "cpp/search/coordinator.hpp"
#include "fretsaw/finder.hpp"
#include "logic/finder/internals.hpp"

namespace fretsaw::inputs {

using contract::BehaviorContract;
using contract::Condition;

Question question_of(const contract::CheckedMethod& method) {
  Question question;
  const contract::Subject& subject = *method.subject;
  for (const contract::Invariant& invariant : subject.invariants) {
    if (invariant.condition.relational) question.invariants.push_back(*invariant.condition.relational);
  }
  bool any = false;
  for (const BehaviorContract& behavior_contract : subject.behavior_contracts) {
    auto& list = question.preconditions.emplace_back();
    for (const Condition& condition : behavior_contract.preconditions) {
      if (condition.relational) list.push_back(*condition.relational);
    }
    any = any || list.empty();
  }
  // A behavior without preconditions makes all inputs valid.
  if (any) question.preconditions.clear();
  question.extra_preconditions = subject.extra_preconditions;
  return question;
}

static bool asks(const Question& question) {
  return !question.invariants.empty() || !question.preconditions.empty() ||
         !question.extra_preconditions.empty();
}

bool is_always_searched(const contract::Subjects& subjects, std::size_t method) {
  return !asks(question_of(subjects.methods[method])) || !contract::invariants_of(subjects, method).empty();
}

Result<InputPlan> plan_inputs(const contract::Subjects& subjects, std::size_t method,
                              const space::Space& space) {
  const contract::CheckedMethod& subject = subjects.methods[method];
  Question question = question_of(subject);
  InputPlan plan;
  plan.filters = subject.subject->theory != nullptr;
  if (!asks(question)) return plan;
  question.only_filters = true;
  auto inputs = InputSpace::build(*subject.subject->theory, space, question);
  if (!inputs) return inputs.error();
  if (inputs->leaves_fields_out() || is_always_searched(subjects, method)) return plan;
  return InputPlan{InputStrategy::Solve, false};
}

// Why no input exists: the clauses that contradict each other.
static Diagnostic contradiction_in(const InputSpace& inputs, const Limits& limits) {
  FindOptions options;
  options.limits = limits;
  const auto core = unsatisfiable_core(inputs.problem(), options);
  std::vector<const contract::Clause*> clauses;
  for (const std::size_t formula : core ? core->formulas : std::vector<std::size_t>()) {
    const contract::Clause* const clause = inputs.origin(formula);
    if (clause != nullptr && std::ranges::count(clauses, clause) == 0) clauses.push_back(clause);
  }
  return contradiction(clauses.size() > 1
                           ? "no valid input within the bounds: the clauses contradict each other"
                       : clauses.empty() ? "no valid input within the bounds"
                                         : "no valid input within the bounds: no input satisfies this clause",
                       clauses);
}

Diagnostic contradiction(const std::string& message, const std::vector<const contract::Clause*>& clauses) {
  if (clauses.empty()) return input_error(message, "use larger bounds");
  Diagnostic error =
      error_at(clauses.front()->span, ErrorClass::Input, message, "use larger bounds, or change the clauses");
  for (std::size_t i = 1; i < clauses.size(); ++i) {
    const Span& span = clauses[i]->span;
    error.notes.push_back({"together with this clause", span.source->locate(span.begin, span.end)});
  }
  return error;
}

Result<InputStream> solve_inputs(const contract::CheckedMethod& method, const space::Space& space,
                                 const InputRequest& request) {
  auto inputs = InputSpace::build(*method.subject->theory, space, question_of(method));
  if (!inputs) return inputs.error();
  InstancesOptions options;
  options.threads = request.workers;
  options.part = request.part;
  options.limits = request.limits;
  auto located = located_instances(inputs->problem(), options, request.from);
  if (!located) return located.error();
  Instances* const stream = &located->instances;
  const PositionFunction where = [&] { return *located->position(); };
  bool wanted = true;
  bool any = request.any_before;
  Stopwatch since_update;
  while (wanted) {
    const auto instance = stream->next();
    if (!instance) break;
    any = true;
    wanted = request.take(inputs->candidate(*instance), where);
    constexpr double kUpdateIntervalSeconds = 0.1;
    if (!wanted || since_update.seconds() < kUpdateIntervalSeconds) continue;
    request.progress(stream->progress_fraction(), where);
    since_update = Stopwatch();
  }
  if (stream->failure()) return *stream->failure();
  const bool is_whole = request.part.count <= 1 && !request.may_have_none;
  if (!any && stream->complete() && is_whole) return contradiction_in(*inputs, request.limits);
  return InputStream{wanted && stream->complete(), stream->stop(), located->position()};
}

Result<InputStream> search_inputs(const std::vector<std::string>& command, const code::Classes& classes,
                                  const work::ProcessLimits& process_limits, const InputRequest& request) {
  search::SearchRequest search;
  search.command = command;
  search.classes = &classes;
  search.workers = request.workers;
  search.part = request.part;
  search.process_limits = process_limits;
  search.limits = request.limits;
  search.from = request.from;
  bool wanted = true;
  PositionFunction where;
  search::SearchListener listener;
  listener.started = [](const space::CandidateReader&) { return Status(Success{}); };
  listener.located = [&](PositionFunction asked) { where = std::move(asked); };
  listener.structure = [&](std::uint64_t, std::span<const std::uint32_t> candidate) {
    wanted = request.take(candidate, where);
    return wanted;
  };
  listener.progress = [&](const search::SearchProgress& search_progress) {
    request.progress(search_progress.fraction, where);
  };
  auto totals = search::run_search(search, listener);
  if (!totals) return totals.error();
  return InputStream{wanted && totals->complete, totals->stop, std::move(totals->left)};
}

}  // namespace fretsaw::inputs
