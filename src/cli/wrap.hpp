// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fretsaw::cli {

// The words of the text in lines of at most `width` characters, of which all but the first line begin with
// `indent` spaces; the first is assumed to begin there. A word that is too long is on a line of its own.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);

std::vector<std::string_view> lines_of(std::string_view text);  // without their ends

// The text with every occurrence of `what`, which is not empty, replaced.
std::string replaced(std::string_view text, std::string_view what, std::string_view by);

}  // namespace fretsaw::cli
