// SPDX-License-Identifier: MIT
// The words of the command line, read by the tables of verbs and options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/settings.hpp"
#include "cli/verbs.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cli {

// The settings that the words after the verb stand for. If they hold --help, nothing else about them is
// checked.
Result<Settings> parse_arguments(const Verb& verb, const std::vector<std::string>& words);

// Do the words ask for this switch, whatever else may be wrong with them? For those that decide how an error
// in the others is shown.
bool asks_for(const std::vector<std::string>& words, std::string_view long_switch);

// The command that finds a result of this run again: its verb and operands, and all options that say what is looked for, but
// those in `instead` with the arguments given there, and without the arguments in `without`; of the input of that number.
std::string repeat_command(const Settings& settings, std::optional<std::uint64_t> input,
                           const std::vector<std::pair<std::string, std::string>>& instead = {},
                           const std::vector<std::string>& without = {});

Diagnostic unknown_verb(const std::string& word);

}  // namespace fretsaw::cli
