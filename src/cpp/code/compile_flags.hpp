// SPDX-License-Identifier: MIT
// How the user's code is compiled: flags given directly, or taken from a compilation database.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw::code {

// Words as a shell would split them: quotes and backslashes are understood, nothing is expanded.
Result<std::vector<std::string>> split_words(std::string_view text);

// The flags that matter for `file` in BUILD/compile_commands.json: those of its own entry or, for a header,
// of the source with the same name, else of a source in the same directory, else of the first. Without what
// names files, outputs, dependencies and optimization; relative include directories become absolute.
Result<std::vector<std::string>> flags_from_database(const std::string& build_directory,
                                                     const std::string& file);

// The flag that decides the standard, if there is one: "-std=c++17", "-ansi".
std::optional<std::string> standard_flag(const std::vector<std::string>& flags);

// The year of that standard: 1998 for "-ansi" and "-std=gnu++03", 2014 for "-std=c++1y"; of one that is not
// known, the latest.
int standard_year(const std::string& flag);

}  // namespace fretsaw::code
