// SPDX-License-Identifier: MIT
#include "cli/program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>

#include "alloy/mutation/remote_mutants.hpp"
#include "cli/arguments.hpp"
#include "cli/console.hpp"
#include "cli/help.hpp"
#include "cli/interrupts.hpp"
#include "cli/mpi_handover.hpp"
#include "cli/options.hpp"
#include "cli/verbs.hpp"
#include "cpp/code/program_cache.hpp"
#include "logic/finder/remote_units.hpp"
#include "work/channel.hpp"
#include "work/remote_process.hpp"
#include "work/worker_utilization.hpp"

namespace fretsaw::cli {

namespace {

using Words = std::vector<std::string>;

int status(Exit exit) { return static_cast<int>(exit); }

// The end of every run. A closed pipe is not an error; a full disk is one.
int finish(Console& console, Exit exit) {
  console.finish();
  if (const int error = console.out().error(); error != 0) {
    Output(STDERR_FILENO, Output::Kind::Printed)
        .write(fmt::format("error: cannot write to standard output: {}\n", std::strerror(error)));
    return status(Exit::BadInput);
  }
  return status(exit);
}

int refuse(Console& console, const Diagnostic& error, Exit exit = Exit::BadInput) {
  console.report_error(error);
  if (console.json()) console.document().add("error", to_json(error));
  return finish(console, exit);
}

int print(const std::string& text) {
  Console console("", {});
  console.out().write(text);
  return finish(console, Exit::AsExpected);
}

// The settings that decide how an error in the words is shown.
Settings settings_for_errors(const Words& words) {
  Settings settings;
  settings.json = contains_switch(words, "--json");
  settings.no_color = contains_switch(words, "--no-color");
  return settings;
}

// Help, version, manual and completions; nothing for other words.
std::optional<int> meta_command(const Words& words) {
  const std::string& first = words.front();
  const std::string second = words.size() > 1 ? words[1] : "";
  if (first == "--help" || first == "-h" || first == "help") {
    if (second.empty()) return print(general_help());
    if (const Verb* const verb = find_verb(second)) return print(verb_help(*verb));
    Console console("help", settings_for_errors(words));
    return refuse(console, unknown_verb(second));
  }
  if (first == "--version" || first == "-V" || first == "version") return print(version_text());
  if (first == "--man") return print(manual_page());
  if (first == "--markdown") return print(markdown_manual());
  if (first == "--completion") {
    if (const auto script = completions(second)) return print(*script);
    Console console("--completion", settings_for_errors(words));
    return refuse(console, usage_error(second.empty() ? "'--completion' requires a shell"
                                                      : fmt::format("unknown shell '{}'", second),
                                       "use bash, zsh or fish"));
  }
  return std::nullopt;
}

// A cache to which other users can write is not used.
void warn_of_cache(const Verb& verb, const Settings& settings, Console& console) {
  const bool uses_it = std::ranges::any_of(option_table(), [&](const Option& option) {
    return option.long_name() == "--no-cache" && option.taken_by(verb.name);
  });
  if (!uses_it || settings.no_cache) return;
  if (const auto warning = code::cache_warning(code::cache_settings())) console.warn(*warning);
}

int call(const Verb& verb, const Settings& settings) {
  Console console(std::string(verb.name), settings);
  const bool is_shared =
      verb.name == "enumerate" || verb.name == "generate" || verb.name == "check" || verb.name == "mutate";
  if (work::remote_slot_count() > 0 && !is_shared) {
    console.warn(fmt::format("'{}' does not run in parallel under MPI; only rank 0 works", verb.name),
                 "start it without mpirun; 'enumerate', 'generate', 'check' and 'mutate' run in parallel");
  }
  warn_of_cache(verb, settings, console);
  try {
    const auto exit = verb.function(settings, console);
    // In a check, searching and calling alternate: the idle time of either is not informative.
    if (const std::string idle = work::idle_text(); !idle.empty() && verb.name != "check") console.note(idle);
    if (!exit) return refuse(console, exit.error(), interrupted() ? Exit::Interrupted : Exit::BadInput);
    return finish(console, *exit);
  } catch (const std::bad_alloc&) {
    return refuse(console, input_error("out of memory"), Exit::Limit);
  }
}

}  // namespace

int program(int argc, char** argv) {
  install_signal_handlers();
  Words words(argv + 1, argv + argc);
  if (words.empty()) {
    Output(STDERR_FILENO, Output::Kind::Printed).write(general_help());
    return status(Exit::BadInput);
  }
  if (words.front() == unit_server_command().back()) return serve_units(work::Channel(STDIN_FILENO));
  if (words.front() == mutation::mutant_server_command().back())
    return mutation::serve_mutants(work::Channel(STDIN_FILENO));
  if (const auto refused = hand_over_to_mpi(argv)) {
    Console console(words.front(), settings_for_errors(words));
    return refuse(console, *refused);
  }
  if (const auto done = meta_command(words)) return *done;
  const std::string first = words.front();
  const Verb* const verb = find_verb(first);
  if (!verb) {
    Console console(first, settings_for_errors(words));
    return refuse(console, unknown_verb(first));
  }
  words.erase(words.begin());
  const auto settings = parse_arguments(*verb, words);
  if (!settings) {
    Console console(first, settings_for_errors(words));
    return refuse(console, settings.error());
  }
  return settings->help ? print(verb_help(*verb)) : call(*verb, *settings);
}

}  // namespace fretsaw::cli
