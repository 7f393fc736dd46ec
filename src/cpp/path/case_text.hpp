// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fretsaw::path {

// How the number of a case is written. Code has no signs: `text`, the source from its `switch` on, says
// whether 2^32 - 1 of 32 bits is a label by that name or by -1; if neither is there, the bits are shown.
std::string case_text(std::uint64_t value, unsigned width, std::string_view text);

}  // namespace fretsaw::path
