// SPDX-License-Identifier: MIT
#include "cpp/inputs/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/budget.hpp"
#include "cpp/contract/heap_check.hpp"
#include "cpp/inputs/input_space.hpp"
#include "cpp/inputs/inputs.hpp"
#include "cpp/space/candidate_heap.hpp"
#include "fretsaw/finder.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw::inputs {

namespace {

Status check_options(const GenerateRequest& request) {
  if (request.cross_check)
    return usage_error("'--cross-check' requires a C++ predicate, but the invariant is relational",
                       "remove '--cross-check'");
  return Success{};
}

// Which fields a formula reads is not known: all of them have a value.
Status check_unread(const GenerateRequest& request) {
  if (request.bounds.unread_fields_default)
    return usage_error("'--unread-fields default' requires a C++ predicate, but an invariant is relational",
                       "remove it, or use --values C::f=default for fields that do not matter");
  return Success{};
}

// The space of candidates, from the search process.
Result<space::CandidateReader> candidates_of(const GenerateRequest& request, const SearchProgram& program) {
  return within_limits(
      [&]() -> Result<space::CandidateReader> {
        Budget budget(request.limits);
        auto searcher = search::Searcher::start(searcher_command(request, program),
                                                {.memory_mb = request.limits.memory_mb}, budget);
        if (!searcher) return searcher.error();
        return space::CandidateReader::read(searcher->space(), program.classes());
      },
      [](StopReason stop) {
        return Result<space::CandidateReader>(limit_error(stop, "starting the search process"));
      });
}

// The formula alone.
Result<search::SearchTotals> solve(const GenerateRequest& request, const SearchProgram& program,
                                   const space::CandidateReader& candidates,
                                   const search::SearchListener& listener, const Note& note,
                                   const Limits& limits) {
  if (auto status = check_options(request); !status) return status.error();
  const contract::CheckedMethod& subject = program.subjects().methods.front();
  auto inputs = InputSpace::build(*subject.subject->theory, candidates.space(), question_of(subject));
  if (!inputs) return inputs.error();
  if (auto status = listener.started(candidates); !status) return status.error();

  InstancesOptions options;
  options.part = request.part;
  options.threads = request.workers;
  options.only_count = !request.wants_structures;
  options.checkpoint = request.checkpoint;
  options.identity = program.digest();
  options.limits = limits;
  auto stream = instances(inputs->problem(), options);
  if (!stream) return stream.error();
  if (note) note(fmt::format("relational invariant: {}", stream->method()));
  search::SearchTotals totals;
  totals.program = program.digest();
  totals.structures = totals.candidates = totals.resumed_count = stream->resumed_count();
  work::CheckpointClock clock;
  const auto save = [&] {
    return listener.has_lost && listener.has_lost() ? Status(Success{}) : stream->save();
  };
  const auto wanted = [&] { return !request.limit || totals.structures < *request.limit; };
  bool continues = true;
  while (continues && wanted()) {
    if (request.wants_structures) {
      const auto instance = stream->next();
      if (!instance) break;
      continues = listener.structure(totals.structures, inputs->candidate(*instance));
    } else if (!stream->skip()) {
      break;
    }
    ++totals.structures;
    totals.candidates = totals.structures;
    if (totals.structures % 1024 == 0)
      listener.progress({totals.structures, totals.structures, stream->progress_fraction()});
    if (!request.checkpoint || !clock.is_due()) continue;
    listener.progress({totals.structures, totals.structures, stream->progress_fraction()});
    if (auto status = clock.time(save); !status) return status.error();
  }
  if (request.checkpoint) {
    listener.progress({totals.structures, totals.structures, stream->progress_fraction()});
    if (auto status = save(); !status) return status.error();
  }
  if (const bool is_enough = !continues || !wanted(); is_enough && !stream->failure()) {
    if (auto status = stream->compare(); !status) return status.error();
  }
  totals.classes = stream->classes();
  for (const auto& [place, count] : stream->places()) totals.places.push_back({place, count});
  if (stream->failure()) return *stream->failure();
  totals.complete = stream->complete();
  totals.stop = stream->stop();
  return totals;
}

// The search finds what the C++ predicate accepts, and the formula is evaluated on that.
Result<search::SearchTotals> filter(const GenerateRequest& request, const SearchProgram& program,
                                    const space::CandidateReader& candidates, contract::HeapCheck& check,
                                    const search::SearchListener& listener, const Note& note,
                                    const Limits& limits) {
  const contract::CheckedMethod& subject = program.subjects().methods.front();
  const std::vector<std::size_t> clauses = question_of(subject).invariants;
  if (note) note("relational invariant: evaluated on each object that the C++ predicate accepts");
  space::CandidateHeap heap(candidates.space(), program.classes().classes, program.classes().types);
  GenerateRequest all = request;
  all.limit.reset();
  all.wants_structures = true;
  search::SearchListener inner = listener;
  std::uint64_t accepted = 0;  // by the C++ predicate
  inner.accepts = [&](std::span<const std::uint32_t> candidate) -> Result<bool> {
    ++accepted;
    check.load(heap.words(candidate));
    for (const std::size_t clause : clauses) {
      const Truth truth = check.invariant(clause, contract::State::Before);
      if (truth == Truth::False) return false;
      if (truth == Truth::TooLarge) {
        return error_at(subject.subject->theory->clauses[clause].owned.clause->keyword, ErrorClass::Input,
                        fmt::format("the invariant cannot be evaluated: {}", check.failure_text()));
      }
    }
    return true;
  };
  inner.structure = [&](std::uint64_t number, std::span<const std::uint32_t> candidate) {
    const bool continues = !request.wants_structures || listener.structure(number, candidate);
    return continues && !(request.limit && number + 1 >= *request.limit);
  };
  auto totals = search(all, program, inner, limits);
  if (totals) {
    totals->reads.clear();  // the formula reads others
    totals->filtered = accepted;
  }
  return totals;
}

}  // namespace

Result<search::SearchTotals> generate(const GenerateRequest& request, const search::SearchListener& listener,
                                      const Note& note) {
  auto prepared = prepare_search(request, note);
  if (!prepared) return prepared.error();
  const SearchProgram& program = prepared->program;
  if (program.subjects().methods.empty()) return search(request, program, listener, prepared->limits_left());
  const contract::CheckedMethod& subject = program.subjects().methods.front();
  if (!subject.subject->has_relational_invariants())
    return search(request, program, listener, prepared->limits_left());
  if (auto status = check_unread(request); !status) return status.error();
  for (const Diagnostic& warning : subject.subject->theory->warnings) {
    if (listener.warning) listener.warning(warning);
  }
  auto candidates = candidates_of(request, program);
  if (!candidates) return candidates.error();
  // A clause that cannot be evaluated cannot be solved either: the error has its location.
  auto check = contract::HeapCheck::build(subject.subject->theory, program.classes().root);
  if (!check) return check.error();
  auto plan = plan_inputs(program.subjects(), 0, candidates->space());
  if (!plan) return plan.error();
  if (plan->strategy == InputStrategy::Solve)
    return solve(request, program, *candidates, listener, note, prepared->limits_left());
  return filter(request, program, *candidates, *check, listener, note, prepared->limits_left());
}

}  // namespace fretsaw::inputs
