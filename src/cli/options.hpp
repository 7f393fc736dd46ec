// SPDX-License-Identifier: MIT
// The one table of options. Parsing, --help, the manual page and docs/cli.md all come from it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/settings.hpp"

namespace fretsaw::cli {

// Why an argument is not taken: the rest of a sentence that begins with the option, and what to do instead.
struct Refusal {
  std::string problem;  // "wants a whole number, not 'many'"
  std::string hint{};
};

// Stores the text of an option's argument; for a switch the text is empty.
using Setter = std::optional<Refusal> (*)(Settings& settings, const std::string& text);

struct Option {
  std::string_view names;     // "--limit", or short and long: "-c,--command"
  std::string_view argument;  // "N"; empty for a switch
  std::string_view verbs;     // the verbs that take it, separated by spaces; "*" for all
  Setter set;
  std::string_view meaning;  // without a full stop
  bool repeatable = false;   // else a second one is an error

  // Does it say what is looked for, and not only how, where to, or how long?
  bool is_decisive() const;

  bool is_switch() const { return argument.empty(); }
  bool taken_by(std::string_view verb) const;
  std::string_view long_name() const { return names.substr(names.find("--")); }
};

// In the order in which --help shows them.
std::span<const Option> option_table();

}  // namespace fretsaw::cli
