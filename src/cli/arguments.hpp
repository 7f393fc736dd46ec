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

// The settings that result from the words after the verb. With --help among them nothing else is checked.
Result<Settings> parse_arguments(const Verb& verb, const std::vector<std::string>& words);

// Is this switch among the words, even if others are invalid? For switches that decide how errors are shown.
bool contains_switch(const std::vector<std::string>& words, std::string_view long_switch);

// The command that reproduces a result of this run: its verb, operands and all options that affect the search; those in
// `instead` with the arguments given there, without the arguments in `without`, and for the input of that number.
std::string repeat_command(const Settings& settings, std::optional<std::uint64_t> input,
                           const std::vector<std::pair<std::string, std::string>>& instead = {},
                           const std::vector<std::string>& without = {});

Diagnostic unknown_verb(const std::string& word);

}  // namespace fretsaw::cli
