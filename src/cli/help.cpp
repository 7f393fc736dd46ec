// SPDX-License-Identifier: MIT
#include "cli/help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "cli/options.hpp"
#include "cli/wrap.hpp"

namespace fretsaw::cli {

namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kOptionColumn = 26;

std::string spelled(const Option& option) {
  std::string names(option.names);
  if (const std::size_t comma = names.find(','); comma != std::string::npos) names.insert(comma + 1, " ");
  return option.is_switch() ? names : fmt::format("{} {}", names, option.argument);
}

// A name in a column of its own and a text next to it, or below if the name is too long.
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

std::string general_help() {
  std::string out =
      "Fretsaw generates all structures that satisfy given constraints: instances of Alloy models and\n"
      "objects of C++ classes, and checks code and models with them.\n\n"
      "usage: fretsaw COMMAND ... [options]\n\ncommands:\n";
  for (const Verb& verb : verb_table()) {
    out += entry(fmt::format("{} {}", verb.name, verb.operands), verb.summary, verb_column());
  }
  out += "\noptions of every command:\n";
  for (const Option& option : option_table()) {
    if (option.verbs == "*") out += entry(spelled(option), option.description(), kOptionColumn);
  }
  out +=
      "\nother commands:\n"
      "  help COMMAND              Show the options and examples of a command\n"
      "  version                   Show the version and commit\n"
      "  --man, --markdown         Print the manual as a manual page or in Markdown\n"
      "  --completion SHELL        Print completions for bash, zsh or fish\n\n";
  return out + exit_status_text();
}

std::string verb_help(const Verb& verb) {
  std::string out = fmt::format("usage: {}\n\n", usage_line(verb));
  out += wrap(fmt::format("{}.", verb.summary), kWidth, 0) + "\n\nexamples:\n";
  for (const std::string_view example : lines_of(verb.examples)) out += fmt::format("  {}\n", example);
  out += "\noptions:\n";
  for (const Option& option : option_table()) {
    if (option.taken_by(verb.name)) out += entry(spelled(option), option.description(), kOptionColumn);
  }
  return out + "\n" + exit_status_text();
}

}  // namespace fretsaw::cli
