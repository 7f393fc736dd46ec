// SPDX-License-Identifier: MIT
#include "cpp/inputs/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/stopwatch.hpp"
#include "cpp/search/coordinator.hpp"
#include "fretsaw/finder.hpp"
#include "logic/finder/internals.hpp"

namespace fretsaw::inputs {

using contract::Condition;
using contract::Promise;

Question question_of(const contract::CheckedMethod& method) {
  Question question;
  const contract::Subject& subject = *method.subject;
  for (const contract::Invariant& invariant : subject.invariants) {
    if (invariant.condition.relational) question.invariants.push_back(*invariant.condition.relational);
  }
  bool any = false;
  for (const Promise& promise : subject.promises) {
    auto& list = question.preconditions.emplace_back();
    for (const Condition& condition : promise.preconditions) {
      if (condition.relational) list.push_back(*condition.relational);
    }
    any = any || list.empty();
  }
  // A behavior without preconditions makes all inputs valid.
  if (any) question.preconditions.clear();
  question.purposes = subject.purposes;
  return question;
}

static bool asks(const Question& question) {
  return !question.invariants.empty() || !question.preconditions.empty() || !question.purposes.empty();
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
  return InputPlan{InputWay::Solve, false};
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
                                 const InputWish& wish) {
  auto inputs = InputSpace::build(*method.subject->theory, space, question_of(method));
  if (!inputs) return inputs.error();
  InstancesOptions options;
  options.threads = wish.workers;
  options.part = wish.part;
  options.limits = wish.limits;
  auto located = located_instances(inputs->problem(), options, wish.from);
  if (!located) return located.error();
  Instances* const stream = &located->instances;
  const Where where = [&] { return *located->position(); };
  bool wanted = true;
  bool any = wish.any_before;
  Stopwatch untold;
  while (wanted) {
    const auto instance = stream->next();
    if (!instance) break;
    any = true;
    wanted = wish.take(inputs->candidate(*instance), where);
    constexpr double kOften = 0.1;
    if (!wanted || untold.seconds() < kOften) continue;
    wish.progress(stream->explored(), where);
    untold = Stopwatch();
  }
  if (stream->failure()) return *stream->failure();
  const bool is_whole = wish.part.count <= 1 && !wish.may_have_none;
  if (!any && stream->complete() && is_whole) return contradiction_in(*inputs, wish.limits);
  return InputStream{wanted && stream->complete(), stream->stop(), located->position()};
}

Result<InputStream> search_inputs(const std::vector<std::string>& command, const code::Classes& classes,
                                  const work::ProcessLimits& process_limits, const InputWish& wish) {
  search::SearchRequest search;
  search.command = command;
  search.classes = &classes;
  search.workers = wish.workers;
  search.part = wish.part;
  search.process_limits = process_limits;
  search.limits = wish.limits;
  search.from = wish.from;
  bool wanted = true;
  Where where;
  search::SearchListener listener;
  listener.started = [](const space::CandidateReader&) { return Status(Done{}); };
  listener.located = [&](Where asked) { where = std::move(asked); };
  listener.structure = [&](std::uint64_t, std::span<const std::uint32_t> candidate) {
    wanted = wish.take(candidate, where);
    return wanted;
  };
  listener.progress = [&](const search::SearchProgress& so_far) { wish.progress(so_far.fraction, where); };
  auto totals = search::run_search(search, listener);
  if (!totals) return totals.error();
  return InputStream{wanted && totals->complete, totals->stop, std::move(totals->left)};
}

}  // namespace fretsaw::inputs
