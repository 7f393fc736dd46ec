// SPDX-License-Identifier: MIT
// A constructor whose parameters are bounded by the name that it shares with its class.
#pragma once

#include <vector>

class Stock {
 public:
  //@ ensures amounts_.size() == static_cast<std::size_t>(count);
  Stock(const int* amounts, int count) : amounts_(amounts, amounts + count) {}

  //@ ensures \result >= 0;
  int first() const { return amounts_.empty() ? 0 : amounts_.front(); }

 private:
  Stock() = default;
  std::vector<int> amounts_;
};
