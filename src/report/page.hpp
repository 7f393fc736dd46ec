// SPDX-License-Identifier: MIT
// What all HTML pages have in common.
#pragma once

#include <string>
#include <string_view>

namespace fretsaw {

// A page, from its first line to its headline.
std::string page_begin(std::string_view title, std::string_view style);

}  // namespace fretsaw
