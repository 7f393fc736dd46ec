// SPDX-License-Identifier: MIT
// From the text of a domain ("0..3,7", "Red", "'a'..'c'", "true") to the values of a scalar type.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cpp/space/child/search_space.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::space {

// bit_width: of a bit-field, else 0; a value must fit. Errors name `field`.
Result<std::vector<Value>> scalar_values(const detail::TypeEntry& type, int bit_width, std::string_view text,
                                         const std::string& field);

// What a field without a domain of its own gets: every bool and enumerator; integers from 0 to `size`.
Result<std::vector<Value>> default_values(const detail::TypeEntry& type, int bit_width, int size,
                                          const std::string& field);

// "lo..hi" or a list of counts, each at least 0.
Result<std::vector<int>> parse_lengths(std::string_view text, const std::string& field);

Diagnostic bounds_error(std::string message, std::string hint = {});
Diagnostic with_note(Diagnostic error, std::string note);
// About something that is declared there.
Diagnostic bounds_error(std::string message, std::string hint, const detail::PlaceEntry& place);

}  // namespace fretsaw::space
