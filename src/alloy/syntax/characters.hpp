// SPDX-License-Identifier: MIT
// Which characters names are made of. The text is UTF-8; malformed bytes are one-byte characters that no name
// has.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fretsaw::alloy {

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// How many bytes the character at `text[at]` has; 0 at the end of the text.
std::size_t character_size(std::string_view text, std::size_t at);

// Names begin with a letter of any alphabet, `_` or `$`; they continue with these, digits and the double
// quote.
bool starts_identifier(std::string_view text, std::size_t at);

// The size of the character at `text[at]` if a name may continue with it, else 0.
std::size_t identifier_character(std::string_view text, std::size_t at);

// Is there a prime in the text? Typographic quotation marks are taken for one.
bool has_prime(std::string_view text);

// The ASCII form of a sign from a mathematical text: "∧" is "and". Empty if nothing comes to
// mind.
std::string_view ascii_lookalike(std::string_view character);

// The character itself if it can be shown, else its code: "\x07".
std::string printable(std::string_view character);

}  // namespace fretsaw::alloy
