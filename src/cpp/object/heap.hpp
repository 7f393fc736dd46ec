// SPDX-License-Identifier: MIT
// A heap as numbers: the report of a guest on the objects that a call can reach. All types of C++ are preserved, and
// nothing has to be allocated to write or read it.
#pragma once

#include <cstdint>
#include <span>

namespace fretsaw::object {

// One object after the other: its id, its class in the class model (and which variable it is: see
// object_word), and its fields in the order of ClassInfo::fields, each by its type:
//
//   bool, integer, character, enum   the value; what is unsigned and has 64 bits, as its bits
//   pointers and references          the id of the object, or kNull, or kDangling
//   arrays                           the elements
//   vectors, strings and containers  the length, then the elements; of a map, each as its key and its value
//   optionals                        0, or 1 and the value
//   objects held by value            the id: they are in the list as well
//   arrays behind pointers (int*)    kNull, kDangling or kUnallocated, or else the length, then the elements
//   anything else                    nothing
//
// Ids are small numbers, and those of the same object before and after a call are the same.
using HeapWords = std::span<const std::int64_t>;

inline constexpr std::int64_t kNull = -1;
inline constexpr std::int64_t kDangling = -2;
inline constexpr std::int64_t kUnallocated = -3;  // memory that was not allocated: its length is unknown

// Only in heaps of candidates: a variable, or a place inside of an object. This and smaller words are the
// elements of CandidateHeap::interior_pointers(), in their order.
inline constexpr std::int64_t kFirstInteriorPointer = -4;

// The second word of an object. `variable` is 0, or one more than the object's place among Classes::statics;
// one more than all of these: a variable that has no name here.
constexpr std::int64_t object_word(int class_index, std::int64_t variable) {
  return class_index + (variable << 32);
}
constexpr int class_of_word(std::int64_t word) { return static_cast<int>(word & 0xffff'ffff); }
constexpr std::int64_t variable_of_word(std::int64_t word) { return word >> 32; }

}  // namespace fretsaw::object
