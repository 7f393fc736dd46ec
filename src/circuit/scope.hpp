// SPDX-License-Identifier: MIT
// What is bound around the term that is being translated, and keys under which translations are kept.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/matrix.hpp"
#include "fretsaw/relational.hpp"

namespace fretsaw {

constexpr std::uint64_t kConstants = std::uint64_t{1} << 63;  // identities of skolem constants start here

struct Binding {
  const Leaf* variable;
  MatrixPtr value;
  std::uint64_t identity;   // equal for equal values
  bool over_ints = false;   // the domain is exactly the set of integers
  bool universal = false;   // in the end: an `all` in a positive place or a `some` in a negative one
  bool quantified = false;  // by `all` or `some`, not by a comprehension or a sum
};

using Key = std::vector<std::uint64_t>;

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    std::uint64_t h = key.size();
    for (const std::uint64_t part : key) h = (h ^ part) * 0x9E3779B97F4A7C15U, h ^= h >> 31;
    return static_cast<std::size_t>(h);
  }
};

inline bool is_ground(const Binding& binding) { return binding.identity < kConstants; }

// Sets a flag for the duration of a block.
class Saved {
 public:
  Saved(bool& flag, bool value) : flag_(flag), before_(flag) { flag = value; }
  ~Saved() { flag_ = before_; }
  Saved(const Saved&) = delete;
  Saved& operator=(const Saved&) = delete;

 private:
  bool& flag_;
  bool before_;
};

}  // namespace fretsaw
