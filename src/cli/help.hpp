// SPDX-License-Identifier: MIT
// Texts about the program, all made from the tables of verbs and options.
#pragma once

#include <string>

#include "cli/verbs.hpp"

namespace fretsaw::cli {

std::string version_text();
std::string general_help();
std::string verb_help(const Verb& verb);

std::string markdown_manual();  // docs/cli.md
std::string manual_page();      // fretsaw.1, in the man macros of troff

}  // namespace fretsaw::cli
