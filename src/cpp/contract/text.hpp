// SPDX-License-Identifier: MIT
// The characters of C++ text, as the readers of contracts see them.
#pragma once

#include <cctype>

namespace fretsaw::contract {

inline bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

inline bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

}  // namespace fretsaw::contract
