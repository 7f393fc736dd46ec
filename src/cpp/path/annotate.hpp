// SPDX-License-Identifier: MIT
// The source with what became of its branches.
#pragma once

#include <string>
#include <vector>

#include "cpp/path/explore.hpp"

namespace fretsaw::path {

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
