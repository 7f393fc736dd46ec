// SPDX-License-Identifier: MIT
// The messages between a search process and its host. Both sides include this.
//
// The program begins with guest::kSpace or guest::kError. The host sends Work, the program answers with any number
// of Structures and then one Finished. Content is text of words separated by blanks, except for Structures: per
// structure, the index of every variable, each in the base-128 encoding below.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fretsaw::search::wire {

enum MessageKind : std::uint32_t {
  kWork = 'W',        // candidates structures milliseconds wanted floor read path-length {variable index}
  kHalve = 'H',       // floor read path-length {variable index}: answered by one or two Units, then Finished
  kStructures = 'T',  // structures
  kAbort = 'A',       // guest::Termination indices newline detail
  kMismatch = 'M',    // indices
  kDeepestCandidate = 'D',  // reads last-variable indices: if nothing was found, where the most was read
  kReads = 'R',  // a digit per variable: 1, it was given values without being read; 2, it was read; 3, both
  kUnit = 'U',   // floor read path-length {variable index}: what is left, in order
  kFinished = 'N',  // structures candidates mismatches field-writes global-writes processes-left
                    // first-variable-written fraction {aborted, by guest::Termination}
};

inline void append_number(std::string& out, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

// False without a complete number.
inline bool take_number(std::string_view& in, std::uint32_t& number) {
  number = 0;
  for (int utilization = 0; !in.empty() && utilization < 32; utilization += 7) {
    const auto byte = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    number |= static_cast<std::uint32_t>(byte & 0x7F) << utilization;
    if ((byte & 0x80) == 0) return true;
  }
  return false;
}

}  // namespace fretsaw::search::wire
