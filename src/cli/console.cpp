// SPDX-License-Identifier: MIT
#include "cli/console.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/budget.hpp"
#include "cli/interrupts.hpp"

namespace fretsaw::cli {

namespace {

using Json = nlohmann::ordered_json;

bool wants_color(const Settings& settings, int descriptor) {
  const char* const terminal = std::getenv("TERM");
  const char* const refused = std::getenv("NO_COLOR");  // https://no-color.org
  return !settings.no_color && isatty(descriptor) && !(refused && *refused) &&
         !(terminal && std::string_view(terminal) == "dumb");
}

void to_standard_error(std::string_view text) { Output(STDERR_FILENO, Output::Kind::Printed).write(text); }

Json place(const std::optional<Location>& where) {
  Json json = {{"file", nullptr}, {"line", nullptr}, {"column", nullptr}};
  if (where) {
    json["file"] = where->file;
    if (where->line != 0) {
      json["line"] = where->line;
      json["column"] = where->column;
    }
  }
  return json;
}

}  // namespace

Json to_json(const Diagnostic& diagnostic) {
  Json json = place(diagnostic.location);
  if (diagnostic.severity == Severity::Error) json["class"] = to_string(diagnostic.error_class);
  json["message"] = diagnostic.message;
  if (!diagnostic.hint.empty()) json["hint"] = diagnostic.hint;
  for (const Note& note : diagnostic.notes) {
    Json& added = json["notes"].emplace_back(place(note.location));
    added["message"] = note.message;
  }
  return json;
}

Console::Console(std::string verb, const Settings& settings)
    : settings_(settings),
      out_(STDOUT_FILENO, Output::Kind::Printed),
      document_(out_, std::move(verb)),
      color_out_(wants_color(settings, STDOUT_FILENO)),
      color_err_(wants_color(settings, STDERR_FILENO)) {}

bool Console::shows_progress(bool results_on_terminal) const {
  // Set by src/mpi if mpirun forwards standard error to a terminal.
  const bool passed_on = std::getenv("FRETSAW_PROGRESS") != nullptr;
  const bool is_seen = isatty(STDERR_FILENO) != 0 || passed_on;
  return !settings_.quiet && is_seen && !(results_on_terminal && (isatty(STDOUT_FILENO) != 0 || passed_on));
}

void Console::write_diagnostic(const Diagnostic& diagnostic) {
  if (json()) return;
  out_.flush();  // so that on a terminal the order is that of events
  to_standard_error(render(diagnostic, color_err_));
}

void Console::warn(const Diagnostic& warning) {
  write_diagnostic(warning);
  warnings_.push_back(warning);
}

void Console::warn(std::string message, std::string hint, std::vector<Note> notes) {
  Diagnostic warning = input_error(std::move(message), std::move(hint));
  warning.notes = std::move(notes);
  warning.severity = Severity::Warning;
  warn(warning);
}

void Console::report_error(const Diagnostic& error) { write_diagnostic(error); }

void Console::note(std::string_view line) {
  if (settings_.verbose) to_standard_error(fmt::format("{}\n", line));
}

void Console::print_status(std::string_view text) {
  if (json()) return;
  out_.flush();
  to_standard_error(text);
}

void Console::print_summary(std::string_view text) {
  out_.flush();
  if (out_.error() != 0) return to_standard_error(text);
  out_.write(text);
}

void Console::finish() {
  if (json()) {
    Json list = Json::array();
    for (const Diagnostic& warning : warnings_) list.push_back(to_json(warning));
    document_.add("warnings", list);
    document_.finish();
  }
  out_.flush();
}

Limits Console::limits() const {
  return limits_left(
      {.seconds = settings_.timeout_seconds, .memory_mb = settings_.memory_mb, .cancel = interrupt_flag()},
      since_start_);
}

}  // namespace fretsaw::cli
