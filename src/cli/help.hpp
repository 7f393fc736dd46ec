// SPDX-License-Identifier: MIT
// Texts about the program, generated from the tables of verbs and options.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/verbs.hpp"

namespace fretsaw::cli {

std::string version_text();  // "fretsaw 0.1.0 (commit 1abe8df01234)"; without the commit if it is not known
std::string general_help();
std::string verb_help(const Verb& verb);

std::string markdown_manual();  // docs/cli.md
std::string manual_page();      // fretsaw.1, in the man macros of troff

// The completions for bash, zsh or fish; nothing for another shell.
std::optional<std::string> completions(std::string_view shell);

}  // namespace fretsaw::cli
