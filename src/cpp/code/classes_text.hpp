// SPDX-License-Identifier: MIT
// Classes as text, to be kept in a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cpp/code/classes.hpp"

namespace fretsaw::code {

std::string to_text(const Classes& classes);

// Nothing if the text was not made by to_text: every index in it is checked.
std::optional<Classes> classes_from(std::string_view text);

}  // namespace fretsaw::code
