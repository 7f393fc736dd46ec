// SPDX-License-Identifier: MIT
#include "predicate/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cxx/compile_flags.hpp"
#include "cxx/reflect.hpp"
#include "predicate/program.hpp"

namespace fretsaw {

namespace {

Diagnostic usage_error(std::string message, std::string hint = {}) {
  Diagnostic diagnostic = input_error(std::move(message), std::move(hint));
  diagnostic.error_class = ErrorClass::Usage;
  return diagnostic;
}

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

std::vector<std::string> worker_command(const GenerateRequest& request, const SearchProgram& program) {
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

// Everything that decides what is searched, and in which order.
std::string fingerprint(const GenerateRequest& request, const std::vector<std::string>& command,
                        const cxx::ClassModel& model) {
  std::string text = fmt::format("{} {} {}/{}", subject(model).name, model.predicate.name,
                                 request.part.number, request.part.count);
  for (std::size_t i = 1; i < command.size(); ++i) text += " " + command[i];
  for (const std::string& file : {request.header, request.finitization.value_or("")}) {
    std::ifstream in(file, std::ios::binary);
    std::stringstream content;
    content << in.rdbuf();
    text += fmt::format(" {:016x}", std::hash<std::string>()(content.str()));
  }
  return text;
}

// A message about a field that has no domain, or no possible one, points at the field.
Diagnostic located(Diagnostic error, const cxx::ClassModel& model) {
  const cxx::FieldInfo* found = nullptr;
  for (const cxx::ClassInfo& info : model.classes) {
    for (const cxx::FieldInfo& field : info.fields) {
      const std::string name = fmt::format("{}::{}", info.name, field.name);
      const bool is_about =
          error.message.starts_with(name + " has ") || error.message.starts_with(name + ".length has ");
      if (is_about && field.place.line > 0) found = &field;
    }
  }
  if (found != nullptr && !error.location) error.location = cxx::to_location(found->place);
  return error;
}

}  // namespace

Result<std::vector<std::string>> user_flags(const GenerateRequest& request) {
  std::vector<std::string> flags;
  if (request.build_folder) {
    auto found = cxx::flags_from_database(*request.build_folder, request.header);
    if (!found) return found.error();
    flags = std::move(*found);
  }
  if (request.cxxflags) {
    auto words = cxx::split_words(*request.cxxflags);
    if (!words) return words.error();
    flags.insert(flags.end(), words->begin(), words->end());
  }
  const bool names_standard =
      std::any_of(flags.begin(), flags.end(), [](const auto& flag) { return flag.starts_with("-std="); });
  if (!names_standard) flags.insert(flags.begin(), "-std=c++20");
  return flags;
}

Result<cxx::ClassModel> reflect_class(const GenerateRequest& request, bool needs_predicate) {
  auto flags = user_flags(request);
  if (!flags) return flags.error();
  return cxx::reflect({.header = request.header,
                       .class_name = request.class_name,
                       .predicate = request.predicate,
                       .needs_predicate = needs_predicate,
                       .flags = *flags});
}

Result<SearchTotals> generate(const GenerateRequest& request, const SearchListener& listener,
                              const Note& note) {
  if (Status status = check(request); !status) return status.error();
  const auto start = std::chrono::steady_clock::now();
  const auto limits_left = [&] {
    Limits limits = request.limits;
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (limits.seconds > 0) limits.seconds = std::max(1e-3, limits.seconds - spent);
    return limits;
  };
  auto flags = user_flags(request);
  if (!flags) return flags.error();
  auto model = reflect_class(request, true);
  if (!model) return model.error();
  if (note) note(fmt::format("predicate: {}; flags: {}", model->predicate.name, cxx::command_line(*flags)));
  auto program = SearchProgram::build({*model, request.sources, request.finitization, *flags, limits_left()});
  if (!program) return program.error();

  SearchRequest search;
  search.command = worker_command(request, *program);
  search.workers = request.workers;
  search.process_limits.memory_mb = request.limits.memory_mb;
  search.limits = limits_left();
  search.limit = request.limit;
  search.wants_structures = request.wants_structures;
  search.part = request.part;
  search.checkpoint = request.checkpoint;
  search.fingerprint = fingerprint(request, search.command, *model);
  auto totals = run_search(search, listener);
  if (!totals) return located(totals.error(), *model);
  return totals;
}

}  // namespace fretsaw
