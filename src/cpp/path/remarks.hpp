// SPDX-License-Identifier: MIT
// What could not be followed, where the search ended, and what that means: for readers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cpp/path/explore.hpp"
#include "cpp/path/sites.hpp"

namespace fretsaw::path {

// About inputs whose preconditions exceeded a limit.
std::string undecided_preconditions_text(std::uint64_t count);

// `narrowed`: values that inputs could have, and that are not tried.
void add_remarks(ExploreReport& report, const SiteTable& sites, std::span<const std::string> narrowed,
                 Criterion criterion);

// In few words: why outcomes are unknown, if there is one reason, and no limit of time or memory. Remarks
// have the numbers.
std::string why_unknown(const ExploreReport& report, std::span<const std::string> narrowed);

// All tests as one file in C++. Requires that they were asked for: CheckRequest::emits.
std::string test_file(const ExploreRequest& request, const ExploreReport& report);

// The source with what became of its branches.

// The files that have branches, in order.
std::vector<std::string> branch_files(const ExploreReport& report);

// Each line of the file with its number; below those with conditions, how each of them came out:
//     12 |   while (n != nullptr && n->key != key)
//        |          true 1 false 2
// Numbers are those of the tests; an outcome without one is "infeasible" or "unknown".
std::string annotated_text(const ExploreReport& report, const Source& source);

// All of them as a page.
std::string annotated_html(const ExploreReport& report, const std::vector<SourcePtr>& sources);

}  // namespace fretsaw::path
