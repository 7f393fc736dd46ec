// SPDX-License-Identifier: MIT
// Programs that were opened and checked, as the first word of a command. What is run is the file that was
// checked, whatever its path leads to by then.
#pragma once

#include <optional>
#include <string>

namespace fretsaw::work {

// The word for a program that is open: "/proc/self/fd/7". It holds as long as the descriptor is open.
std::string open_program_word(int descriptor);
// The descriptor, if the word is such a one.
std::optional<int> open_program_of(const std::string& word);
// Where the program lies, for those that look at their own name; the word itself if that is not known.
std::string open_program_path(const std::string& word);

}  // namespace fretsaw::work
