// SPDX-License-Identifier: MIT
// Random numbers that are the same on every machine (SplitMix64); the standard distributions are not.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fretsaw::support {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  // 0 .. bound-1. The bias is far below what a test could notice.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<std::size_t>(high - low + 1)));
  }
  bool percent(int chance) { return below(100) < static_cast<std::size_t>(chance); }

 private:
  std::uint64_t state_;
};

}  // namespace fretsaw::support
