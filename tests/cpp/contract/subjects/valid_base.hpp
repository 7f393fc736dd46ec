// SPDX-License-Identifier: MIT
#pragma once

namespace valid {

struct Base {
  int low = 0;
  //@ invariant low > 0;
};

template <class T>
struct Cell {
  T value = {};
  //@ invariant value > 0;
};

}  // namespace valid
