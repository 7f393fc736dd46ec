// SPDX-License-Identifier: MIT
#include "predicate/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "base/digest.hpp"
#include "cxx/process.hpp"
#include "predicate/program.hpp"

namespace fretsaw {

namespace {

Status check(const GenerateRequest& request) {
  if (request.size && *request.size < 0) return usage_error("--size cannot be negative");
  if (request.step_limit < 1) return usage_error("--step-limit must be at least 1");
  if (request.part.count < 1 || request.part.number < 1 || request.part.number > request.part.count) {
    return usage_error(fmt::format("--part {}/{}: the first number must be between 1 and the second",
                                   request.part.number, request.part.count));
  }
  for (const std::string& text : request.objects) {
    const std::size_t sign = text.find('=');
    int count = 0;
    const char* const end = text.data() + text.size();
    const bool is_number = sign != std::string::npos && sign > 0 && sign + 1 < text.size() &&
                           std::from_chars(text.data() + sign + 1, end, count).ptr == end;
    if (!is_number)
      return usage_error(fmt::format("--objects {}: a class and a number are expected", text),
                         "write --objects Node=3");
    if (count < 0) return usage_error(fmt::format("--objects {}: the number cannot be negative", text));
  }
  for (const std::string& text : request.values) {
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos || sign == 0) {
      return usage_error(fmt::format("--values {}: a field and its values are expected", text),
                         "write --values Node::key=1..3");
    }
  }
  return Done{};
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

}  // namespace

Result<SearchCode> search_code(const GenerateRequest& request) {
  auto code = cxx::user_code(request.code);
  if (!code) return code.error();
  return SearchCode{std::move(*code), request.class_name, request.predicate, request.finitization};
}

std::vector<std::string> searcher_command(const GenerateRequest& request, const SearchProgram& program) {
  std::vector<std::string> command = {program.path()};
  const auto add = [&](const std::string& word, const std::string& value) {
    command.push_back(word);
    command.push_back(value);
  };
  if (request.size) add("size", std::to_string(*request.size));
  for (const std::string& text : request.objects) add("objects", text);
  for (const std::string& text : request.values) add("values", text);
  add("resume", request.resume ? "1" : "0");
  add("cross-check", request.cross_check ? "1" : "0");
  add("step-limit", std::to_string(request.step_limit));
  return command;
}

Limits PreparedSearch::limits_left() const {
  Limits limits = limits_;
  const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  if (limits.seconds > 0) limits.seconds = std::max(1e-3, limits.seconds - spent);
  return limits;
}

Result<PreparedSearch> prepare_search(const GenerateRequest& request, bool predicate_is_optional,
                                      const Note& note) {
  if (Status status = check(request); !status) return status.error();
  const auto start = std::chrono::steady_clock::now();
  auto code = search_code(request);
  if (!code) return code.error();
  code->predicate_is_optional = predicate_is_optional && !request.predicate;
  const cxx::ProgramCache cache(request.use_cache ? cxx::cache_settings(note) : cxx::CacheSettings(), note);
  auto program = SearchProgram::make(*code, request.limits, cache);
  if (!program) return program.error();
  PreparedSearch prepared{*std::move(program), request.limits, start};
  if (note) {
    const double spent =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    note(fmt::format("predicate: {}; flags: {}",
                     prepared.program.has_predicate() ? prepared.program.predicate().name : "none",
                     cxx::command_line(code->user.flags)));
    note(
        fmt::format("{} in {:.0f} ms", prepared.program.was_cached() ? "found compiled" : "compiled", spent));
  }
  return prepared;
}

Result<SearchTotals> search(const GenerateRequest& request, const SearchProgram& program,
                            const SearchListener& listener, const Limits& limits) {
  SearchRequest search;
  search.command = searcher_command(request, program);
  search.workers = request.workers;
  search.process_limits.memory_mb = request.limits.memory_mb;
  search.limits = limits;
  search.limit = request.limit;
  search.wants_structures = request.wants_structures;
  search.part = request.part;
  search.checkpoint = request.checkpoint;
  search.fingerprint = fingerprint(request, search.command, program);
  return run_search(search, listener);
}

Result<SearchTotals> generate(const GenerateRequest& request, const SearchListener& listener,
                              const Note& note) {
  auto prepared = prepare_search(request, false, note);
  if (!prepared) return prepared.error();
  return search(request, prepared->program, listener, prepared->limits_left());
}

}  // namespace fretsaw
