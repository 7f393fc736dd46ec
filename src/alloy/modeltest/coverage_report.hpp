// SPDX-License-Identifier: MIT
// Coverage for people and for viewers: text, LCOV, and an HTML page.
#pragma once

#include <string>

#include "alloy/modeltest/coverage.hpp"

namespace fretsaw::modeltest {

// "33 of 35 requirements covered (94.3 %), 2 infeasible in this scope"
std::string coverage_summary(const Coverage& coverage);

// Per paragraph and in total, then the source: each line with a mark (+ covered, ! something missed, ~
// something infeasible, ? undecided), and under it what is not covered.
std::string coverage_text(const Coverage& coverage);

// A record a source file, for genhtml and editors: a line is hit as often as requirements on it are met; each
// requirement is a branch. What is infeasible is left out.
std::string coverage_lcov(const Coverage& coverage);

// A page of its own, without anything from elsewhere.
std::string coverage_html(const Coverage& coverage, const std::string& title);

}  // namespace fretsaw::modeltest
