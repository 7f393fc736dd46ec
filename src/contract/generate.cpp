// SPDX-License-Identifier: MIT
#include "contract/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "contract/candidate_heap.hpp"
#include "contract/heap_check.hpp"
#include "contract/object_space.hpp"
#include "contract/space.hpp"
#include "contract/subject.hpp"
#include "fretsaw/finder.hpp"
#include "work/checkpoint.hpp"

namespace fretsaw::contract {

namespace {

Diagnostic usage_error(std::string message, std::string hint) {
  Diagnostic error = input_error(std::move(message), std::move(hint));
  error.error_class = ErrorClass::Usage;
  return error;
}

Question invariants_of(const Subject& subject) {
  Question question;
  for (const Invariant& invariant : subject.invariants) {
    if (invariant.condition.relational) question.invariants.push_back(*invariant.condition.relational);
  }
  return question;
}

Status check_options(const GenerateRequest& request) {
  if (request.cross_check)
    return usage_error("--cross-check is for searches with a C++ predicate, and the invariant is relational",
                       "leave it out: every object is evaluated by itself before it is shown");
  return Done{};
}

// A C++ invariant is the predicate that is searched for, or it would be ignored.
Status check_cxx(const Invariant& invariant, const SearchProgram& program) {
  const Span& text = invariant.condition.clause->cxx;
  std::string called;
  for (const char c : text.text()) {
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r') called += c;
  }
  if (called.starts_with("this->")) called.erase(0, 6);
  const bool is_root = invariant.class_index == program.classes().root;
  if (is_root && program.has_predicate() && called == program.predicate().name + "()") return Done{};
  return error_at(
      text, ErrorClass::Input,
      is_root ? "this C++ invariant is not the call of one predicate, and so cannot be searched for"
              : "the C++ invariant of a class that objects refer to is not searched for",
      "call it from one predicate of the class that is generated, or write it as a relational formula");
}

// The formula alone.
Result<SearchTotals> solve(const GenerateRequest& request, const SearchProgram& program,
                           const Subject& subject, const SearchListener& listener, const Note& note,
                           const Limits& limits) {
  if (auto status = check_options(request); !status) return status.error();
  auto searcher =
      Searcher::start(searcher_command(request, program), {.memory_mb = request.limits.memory_mb});
  if (!searcher) return searcher.error();
  auto space = read_object_space(searcher->space(), program.classes().root);
  if (!space) return space.error();
  // What cannot be evaluated cannot be searched for either: this says why, at its place.
  const int root = program.classes().root;
  auto check = HeapCheck::build(subject.theory, root);
  if (!check) return check.error();
  auto inputs = InputSpace::build(*subject.theory, *space, invariants_of(subject));
  if (!inputs) return inputs.error();
  auto reader = CandidateReader::read(searcher->space());
  if (!reader) return reader.error();
  if (auto status = listener.started(*reader); !status) return status.error();

  InstancesOptions options;
  options.part = static_cast<std::uint32_t>(request.part.number);
  options.parts = static_cast<std::uint32_t>(request.part.count);
  options.threads = request.workers;
  options.only_count = !request.wants_structures;
  options.checkpoint = request.checkpoint;
  options.identity = program.digest();
  options.limits = limits;
  auto stream = instances(inputs->problem(), options);
  if (!stream) return stream.error();
  if (note) note(fmt::format("relational invariant: {}", stream->method()));
  SearchTotals totals;
  totals.program = program.digest();
  totals.structures = totals.candidates = totals.continued = stream->continued();
  work::CheckpointClock clock;
  const auto save = [&] {
    return listener.has_lost && listener.has_lost() ? Status(Done{}) : stream->save();
  };
  const auto wanted = [&] { return !request.limit || totals.structures < *request.limit; };
  bool goes_on = true;
  while (goes_on && wanted()) {
    if (request.wants_structures) {
      const auto instance = stream->next();
      if (!instance) break;
      goes_on = listener.structure(totals.structures, inputs->candidate(*instance));
    } else if (!stream->skip()) {
      break;
    }
    ++totals.structures;
    totals.candidates = totals.structures;
    if (totals.structures % 1024 == 0)
      listener.progress({totals.structures, totals.structures, stream->explored()});
    if (!request.checkpoint || !clock.is_due()) continue;
    listener.progress({totals.structures, totals.structures, stream->explored()});
    if (auto status = clock.time(save); !status) return status.error();
  }
  if (request.checkpoint) {
    listener.progress({totals.structures, totals.structures, stream->explored()});
    if (auto status = save(); !status) return status.error();
  }
  if (const bool is_enough = !goes_on || !wanted(); is_enough && !stream->failure()) {
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
Result<SearchTotals> filter(const GenerateRequest& request, const SearchProgram& program,
                            const Subject& subject, const SearchListener& listener, const Note& note,
                            const Limits& limits) {
  auto searcher =
      Searcher::start(searcher_command(request, program), {.memory_mb = request.limits.memory_mb});
  if (!searcher) return searcher.error();
  auto space = read_object_space(searcher->space(), program.classes().root);
  if (!space) return space.error();
  Question question = invariants_of(subject);
  question.only_filters = true;
  auto inputs = InputSpace::build(*subject.theory, *space, question);  // refuses what it must
  if (!inputs) return inputs.error();
  auto check = HeapCheck::build(subject.theory, program.classes().root);
  if (!check) return check.error();
  if (note) note("of the objects that the C++ predicate accepts, those with the relational invariant");
  CandidateHeap heap(*space, program.classes().classes, program.classes().types);
  GenerateRequest all = request;
  all.limit.reset();
  all.wants_structures = true;
  SearchListener inner = listener;
  inner.accepts = [&](std::span<const std::uint32_t> candidate) -> Result<bool> {
    check->load(heap.words(candidate));
    for (const std::size_t clause : question.invariants) {
      const Truth truth = check->invariant(clause, State::Before);
      if (truth == Truth::False) return false;
      if (truth == Truth::TooLarge) {
        return error_at(subject.theory->clauses[clause].owned.clause->keyword, ErrorClass::Input,
                        fmt::format("this invariant cannot be evaluated: {}", check->trouble()));
      }
    }
    return true;
  };
  inner.structure = [&](std::uint64_t number, std::span<const std::uint32_t> candidate) {
    const bool goes_on = !request.wants_structures || listener.structure(number, candidate);
    return goes_on && !(request.limit && number + 1 >= *request.limit);
  };
  return search(all, program, inner, limits);
}

}  // namespace

Result<SearchTotals> generate(const GenerateRequest& request, const SearchListener& listener,
                              const Note& note) {
  auto prepared = prepare_search(request, true, note);
  if (!prepared) return prepared.error();
  const SearchProgram& program = prepared->program;
  const cxx::Classes& classes = program.classes();
  if (request.predicate) return search(request, program, listener, prepared->limits_left());
  auto contracts = read_contracts(request.code.header, declared_in(classes));
  if (!contracts) return contracts.error();
  auto subject = make_subject(classes, *contracts);
  if (!subject) return subject.error();
  if (!(*subject)->has_relational_invariants()) {
    if (!program.has_predicate()) return find_predicate(classes, std::nullopt).error();
    return search(request, program, listener, prepared->limits_left());
  }
  for (const Diagnostic& warning : (*subject)->theory->warnings) {
    if (listener.warning) listener.warning(warning);
  }
  bool has_relational = false, has_cxx = false;
  for (const Invariant& invariant : (*subject)->invariants) {
    if (invariant.condition.relational) {
      has_relational |= invariant.class_index == classes.root;
      continue;
    }
    if (auto status = check_cxx(invariant, program); !status) return status.error();
    has_cxx = true;
  }
  // rep_ok is the invariant of a class that states none.
  const bool filters = has_cxx || (!has_relational && program.has_predicate());
  const auto answer = filters ? filter : solve;
  return answer(request, program, **subject, listener, note, prepared->limits_left());
}

}  // namespace fretsaw::contract
