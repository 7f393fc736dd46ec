// SPDX-License-Identifier: MIT
// Numbers of 2^63 and more.
#pragma once

#include <cstdint>

struct Range {
  std::uint64_t begin = 0;
  unsigned long long end = 0;
  //@ invariant begin <= end;

  // What is wrong with it shows beyond 2^63.
  //@ ensures \result >= begin && \result <= end;
  std::uint64_t middle() const { return (begin + end) / 2; }

  //@ ensures end == to && begin == \old(begin);
  void extend(unsigned long to) {
    if (to >= begin) end = to;
  }
};

struct Rows {
  unsigned long pair[2] = {};

  //@ ensures pair[0] <= pair[1];
  void sort() {
    if (static_cast<long>(pair[0]) <= static_cast<long>(pair[1])) return;
    const unsigned long first = pair[0];
    pair[0] = pair[1];
    pair[1] = first;
  }
};

/*@ requires { @a > 5 }
    ensures { @result = @a } */
inline unsigned long loses_one(unsigned long a) { return a > (1UL << 63) ? a - 1 : a; }

enum class Flag : std::uint64_t { None = 0, Top = 0x8000000000000000, All = 0xFFFFFFFFFFFFFFFF };

//@ ensures \result == (flag == Flag::All);
inline bool is_all(Flag flag) { return flag == Flag::All; }
