// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fretsaw::cli {

// The words of the text in lines of at most `width` characters, of which all but the first line begin with
// `indent` spaces; the first is taken to begin there already. A word that is too long has a line for itself.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace fretsaw::cli
