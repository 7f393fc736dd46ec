// SPDX-License-Identifier: MIT
#include "cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/options.hpp"
#include "cli/wrap.hpp"
#include "fretsaw/version.hpp"

namespace fretsaw::cli {

namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kOptionColumn = 26;

std::string spelled(const Option& option) {
  std::string names(option.names);
  if (const std::size_t comma = names.find(','); comma != std::string::npos) names.insert(comma + 1, " ");
  return option.is_switch() ? names : fmt::format("{} {}", names, option.argument);
}

// A name in a column of its own and a text beside it, or below if the name is too long.
std::string entry(const std::string& name, std::string_view text, std::size_t column) {
  std::string out = "  " + name;
  if (out.size() + 2 > column) {
    out += '\n';
    out += std::string(column, ' ');
  } else {
    out += std::string(column - out.size(), ' ');
  }
  return out + wrap(text, kWidth, column) + "\n";
}

std::size_t verb_column() {
  std::size_t widest = 0;
  for (const Verb& verb : verb_table())
    widest = std::max(widest, verb.name.size() + 1 + verb.operands.size());
  return widest + 4;
}

std::string exit_status_text() {
  std::string out = "exit status:";
  for (const ExitMeaning& status : exit_meanings()) {
    out += fmt::format("{} {} {}", out.ends_with(':') ? "" : ";", status.status, status.meaning);
  }
  return wrap(out, kWidth, 0) + ".\n";
}

}  // namespace

std::string version_text() { return "fretsaw " FRETSAW_VERSION "\n"; }

std::string general_help() {
  std::string out =
      "Fretsaw finds every structure that satisfies its constraints.\n\n"
      "usage: fretsaw COMMAND ... [options]\n\ncommands:\n";
  for (const Verb& verb : verb_table()) {
    out += entry(fmt::format("{} {}", verb.name, verb.operands), verb.summary, verb_column());
  }
  out += "\noptions of every command:\n";
  for (const Option& option : option_table()) {
    if (option.verbs == "*") out += entry(spelled(option), option.meaning, kOptionColumn);
  }
  out +=
      "\n'fretsaw help COMMAND' says more about a command; 'fretsaw version' says which version this is;\n"
      "'fretsaw --man' and 'fretsaw --markdown' print the manual, 'fretsaw --completion SHELL' the\n"
      "completions for bash, zsh or fish.\n\n";
  return out + exit_status_text();
}

std::string verb_help(const Verb& verb) {
  std::string out = fmt::format("usage: {}\n\n", usage_line(verb));
  out += wrap(fmt::format("'fretsaw {}' {}.", verb.name, verb.summary), kWidth, 0) + "\n\nexamples:\n";
  for (const std::string_view example : lines_of(verb.examples)) out += fmt::format("  {}\n", example);
  out += "\noptions:\n";
  for (const Option& option : option_table()) {
    if (option.taken_by(verb.name)) out += entry(spelled(option), option.meaning, kOptionColumn);
  }
  return out + "\n" + exit_status_text();
}

}  // namespace fretsaw::cli
