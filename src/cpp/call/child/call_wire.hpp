// SPDX-License-Identifier: MIT
// The protocol between a program that calls methods and its host. Both sides include this.
//
// The program begins with guest::kSpace or guest::kError. The host sends Inputs, and gets as many records in return, in one or
// several Records; no record is split.
#pragma once

#include <cstdint>

#include "fretsaw/detail/contract_table.hpp"

namespace fretsaw::call {

enum MessageKind : std::uint32_t {
  kInputs =
      'I',  // how many (8 bytes), then each: which behaviors may hold (8 bytes, a bit for each; kValidateOnly
            // is no behavior), and the position of every variable (4 bytes each), filled up to 8 bytes; or,
            // if all have kAsWords, the word of every variable (8 bytes each; see space.hpp)
  kRecords = 'R',  // see RecordHeader
};

inline constexpr std::uint64_t kAllBehaviors = (std::uint64_t{1} << detail::kMaxBehaviors) - 1;
// Among the behaviors of an input: validates the input without a call.
inline constexpr std::uint64_t kValidateOnly = std::uint64_t{1} << 63;
// Likewise, for measuring: only builds the input; or calls without examining the effects.
inline constexpr std::uint64_t kBuildOnly = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kCallOnly = std::uint64_t{1} << 61;

// Likewise: what follows are words.
inline constexpr std::uint64_t kAsWords = std::uint64_t{1} << 60;

enum class Outcome : std::int64_t { Rejected, Returned, Threw, Died };

enum class DefectKind : std::int64_t {
  Postcondition,       // behavior, clause: it is false
  PostconditionThrew,  // likewise; the text is the exception
  OldThrew,            // behavior: what \old stands for cannot be computed; the text is the reason
  Invariant,           // invariant, object
  InvariantThrew,      // likewise
  Dangling,            // object, field: a pointer to a deleted object
  Lost,                // object, field: a pointer to no object
  Leaked,              // how many bytes, how many blocks
  Died,                // the text is a guest::TerminationRecord
};

// The phase of a call.
enum class Phase : std::uint8_t { Idle, Building, Before, Remembering, Call, After };

struct Defect {
  DefectKind kind;
  std::int64_t first;
  std::int64_t second;
};

// Followed by: defects, ids of deleted objects, the heap before, the heap after, the result (see
// contract/heap.hpp), a text, and the values of parts of violated C++ clauses, each text filled up to
// whole words. Parts are lines: the number of the defect, that of the part, and its value, with blanks
// between. Then what was printed.
struct RecordHeader {
  std::int64_t words;  // of the whole record
  Outcome outcome;
  std::int64_t held;    // a bit for each behavior: do its C++ preconditions hold?
  std::int64_t caught;  // a bit for each exception of all behaviors: of its type, and with its C++ condition
  std::int64_t defects;
  std::int64_t deleted;
  std::int64_t before;
  std::int64_t after;
  std::int64_t result;
  std::int64_t text_bytes;
  std::int64_t part_bytes;
  std::int64_t output_bytes;
};

}  // namespace fretsaw::call
