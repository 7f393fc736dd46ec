// SPDX-License-Identifier: MIT
#include "cpp/inputs/class_search.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/budget.hpp"
#include "base/digest.hpp"
#include "base/source.hpp"
#include "cpp/code/addressed.hpp"
#include "cpp/space/bound_names.hpp"
#include "cpp/space/child/setup.hpp"
#include "work/process.hpp"

namespace fretsaw::inputs {

namespace {

Status check(const GenerateRequest& request) {
  if (request.step_limit < 1) return usage_error("invalid value '0' for '--step-limit': expected 1 or more");
  if (request.part.count < 1 || request.part.number < 1 || request.part.number > request.part.count) {
    return usage_error(fmt::format("invalid value '{}/{}' for '--part': expected K/N with K from 1 to N",
                                   request.part.number, request.part.count));
  }
  return Success{};
}

space::SearchSetup setup_of(const GenerateRequest& request) {
  space::SearchSetup setup;
  setup.bounds = request.bounds;
  setup.resume = request.resume;
  setup.cross_check = request.cross_check;
  setup.step_limit = request.step_limit;
  return setup;
}

// Everything that decides what is searched, and in which order.
std::string fingerprint(const GenerateRequest& request, const std::vector<std::string>& command,
                        const SearchProgram& program) {
  Digest digest;
  digest.field(program.digest());
  digest.field(fmt::format("{}/{}", request.part.number, request.part.count));
  for (std::size_t i = 1; i < command.size(); ++i) digest.field(command[i]);
  return digest.hex();
}

// Addresses that the code takes of variables of the classes that pointers point to.
std::vector<std::string> out_of_reach(const GenerateRequest& request, const code::Classes& classes,
                                      const space::CandidateReader& reader) {
  const auto code = code::user_code(request.code);
  std::vector<std::string> names;
  if (!code) return names;
  for (const code::AddressedVariable& variable : code::addressed_variables(*code)) {
    const bool is_known =
        std::any_of(classes.classes.begin(), classes.classes.end(),
                    [&](const code::ClassInfo& c) { return c.name == variable.class_name; });
    if (is_known && !reader.may_refer_to(variable.name)) names.push_back(variable.name);
  }
  return names;
}

}  // namespace

Result<SearchCode> search_code(const GenerateRequest& request) {
  auto code = code::user_code(request.code);
  if (!code) return code.error();
  return SearchCode{std::move(*code), request.class_name, request.predicate, request.finitization};
}

std::vector<std::string> searcher_command(const GenerateRequest& request, const SearchProgram& program) {
  std::vector<std::string> command = {program.path()};
  for (std::string& word : space::to_words(setup_of(request))) command.push_back(std::move(word));
  return command;
}

Result<PreparedSearch> prepare_search(const GenerateRequest& request, const Note& note) {
  if (Status status = check(request); !status) return status.error();
  const Stopwatch watch;
  auto code = search_code(request);
  if (!code) return code.error();
  const code::ProgramCache cache(request.use_cache ? code::cache_settings(note) : code::CacheSettings(),
                                 note);
  if (code->finitization) {
    if (auto text = read_source(*code->finitization); !text) return text.error();
  }
  auto searched = read_class(*code, request.limits, cache);
  if (!searched) return searched.error();
  if (Status status = space::check_names(request.bounds, *searched->classes); !status) return status.error();
  auto program = SearchProgram::make(*code, *std::move(searched), limits_left(request.limits, watch), cache);
  if (!program) return program.error();
  PreparedSearch prepared{*std::move(program), request.limits, watch};
  if (note) {
    note(fmt::format("predicate: {}; flags: {}", prepared.program.predicate(),
                     work::command_line(code->user.flags)));
    note(fmt::format("{} in {:.0f} ms",
                     prepared.program.was_cached() ? "program found in the cache" : "program compiled",
                     watch.milliseconds()));
  }
  return prepared;
}

Result<search::SearchTotals> search(const GenerateRequest& request, const SearchProgram& program,
                                    const search::SearchListener& listener, const Limits& limits) {
  search::SearchRequest search;
  search.command = searcher_command(request, program);
  search.classes = &program.classes();
  search.workers = request.workers;
  search.process_limits.memory_mb = request.limits.memory_mb;
  search.limits = limits;
  search.limit = request.limit;
  search.wants_structures = request.wants_structures;
  search.part = request.part;
  search.checkpoint = request.checkpoint;
  search.fingerprint = fingerprint(request, search.command, program);
  std::optional<space::CandidateReader> reader;
  search::SearchListener inner = listener;
  inner.started = [&](const space::CandidateReader& started) {
    reader = started;
    return listener.started ? listener.started(started) : Status(Success{});
  };
  auto totals = search::run_search(search, inner);
  if (!totals) return totals;
  totals->doubts = program.classes().doubts;
  totals->program = program.digest();
  if (totals->structures == 0 && totals->complete && reader)
    totals->out_of_reach = out_of_reach(request, program.classes(), *reader);
  return totals;
}

}  // namespace fretsaw::inputs
