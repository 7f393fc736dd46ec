// SPDX-License-Identifier: MIT
// The words of the command line, read by the tables of verbs and options.
#pragma once

#include <string>
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

Diagnostic unknown_verb(const std::string& word);

}  // namespace fretsaw::cli
