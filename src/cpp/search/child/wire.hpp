// SPDX-License-Identifier: MIT
// What a program under search and whoever started it say to each other. Both sides include this.
//
// A message is a frame: its size, its type, its content. The starter sends Work, the program answers with any
// number of Structures and then one Finished; before all that it sends SearchSpace or Error. Content is text
// of words separated by blanks, except for Structures: per structure, the index of every variable, each in
// the base-128 encoding below.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fretsaw::search::wire {

enum class Message : std::uint8_t {
  Space = 'P',       // space::Space, in bytes (work/bytes.hpp)
  Error = 'E',       // likewise
  Work = 'W',        // candidates structures milliseconds wanted floor read path-length {variable index}
  Halve = 'H',       // floor read path-length {variable index}: answered by one or two Units, then Finished
  Structures = 'S',  // structures
  Abort = 'A',       // kind indices newline detail
  Mismatch = 'M',    // indices
  Furthest = 'T',    // reads last-variable indices: if nothing was found, where the most was read
  Reads = 'U',     // a digit per variable: 1, it was given values without being read; 2, it was read; 3, both
  Unit = 'R',      // floor read path-length {variable index}: what is left, in order
  Finished = 'F',  // structures candidates mismatches field-writes global-writes first-variable-written
                   // fraction {aborted}
};

struct Header {
  std::uint32_t size;
  Message type;
  std::uint8_t padding[3];
};

inline void append_number(std::string& out, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

// False if there is no whole number.
inline bool take_number(std::string_view& in, std::uint32_t& number) {
  number = 0;
  for (int shift = 0; !in.empty() && shift < 32; shift += 7) {
    const auto byte = static_cast<unsigned char>(in.front());
    in.remove_prefix(1);
    number |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) return true;
  }
  return false;
}

}  // namespace fretsaw::search::wire
