// SPDX-License-Identifier: MIT
// Random sequences of operations, reproducible from the seed that a failure prints.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace examples {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  // Uniform in low..high.
  int roll(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  bool one_in(int n) { return roll(1, n) == 1; }

 private:
  std::mt19937 engine_;
};

// Calls sequence(dice) for a number of seeds, until one fails.
template <class Sequence>
void for_each_seed(Sequence sequence) {
  constexpr unsigned kSeeds = 40;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    sequence(dice);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace examples
