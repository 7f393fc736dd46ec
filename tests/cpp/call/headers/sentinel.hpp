// SPDX-License-Identifier: MIT
// Variables that pointers of inputs and results point to.
#pragma once

struct Bead {
  int key = 0;
  Bead* next = nullptr;
};

struct Necklace {
  static inline Bead end;
  Bead* first = &end;

  //@ invariant first == &end;

  //@ ensures \result;
  bool differs(const Bead* other) const { return first != other; }

  //@ ensures \result;
  bool crashes(const Bead* other) const {
    if (first == other) __builtin_trap();
    return true;
  }

  //@ ensures \result == nullptr;
  const Bead* hidden() const {
    static Bead bead;
    return &bead;
  }
};
