// SPDX-License-Identifier: MIT
// What could not be followed, where the search ended, and what that means: for readers.
#pragma once

#include <span>
#include <string>

#include "cpp/path/explore.hpp"
#include "cpp/path/sites.hpp"

namespace fretsaw::path {

// Of inputs whose preconditions were given up.
std::string unended_text(std::uint64_t count);

// `narrowed`: values that inputs could have, and that are not tried.
void add_remarks(ExploreReport& report, const SiteTable& sites, std::span<const std::string> narrowed,
                 Until until);

// In few words: why outcomes are unknown, if there is one reason, and no limit of time or memory. Remarks
// have the numbers.
std::string why_unknown(const ExploreReport& report, std::span<const std::string> narrowed);

}  // namespace fretsaw::path
