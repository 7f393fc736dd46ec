// SPDX-License-Identifier: MIT
// What came of mutation testing: for people, for build servers, and as a page.
#pragma once

#include <string>

#include "alloy/mutation/mutation_run.hpp"
#include "base/source.hpp"

namespace fretsaw::mutation {

// "78 mutants: 11 equivalent in this scope, 67 not; 60 of 67 killed (89.6 %)"
std::string mutation_summary(const MutationRun& run);

// The summary, tables per operator and per paragraph, and every survivor with its diff and a test that kills
// it.
std::string mutation_text(const MutationRun& run);

// A case for each mutant that is not equivalent; survivors fail. Without tests there is nothing to fail.
std::string mutation_junit(const MutationRun& run);

// The source with survivors marked.
std::string mutation_html(const MutationRun& run, const std::string& title);

// The lines that differ, as `diff -U0` shows them. Requires one stretch of changes, as mutants have.
std::string line_diff(const Source& from, const Source& to);

}  // namespace fretsaw::mutation
