// SPDX-License-Identifier: MIT
// Random models whose scopes, widths of integers and temporal operators are where mistakes hide, and an
// oracle that shares nothing with Fretsaw but the sizes that a scope gives to sigs: it tries every valuation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fretsaw/model.hpp"

namespace fretsaw {

namespace oracle {
struct Parts;
}

enum class RandomKind : std::uint8_t {
  Scopes,    // abstract parents, children that are `one`, `lone` or smaller than their parent, subset sigs,
             // without integers in formulas
  Integers,  // likewise, with fields that hold integers and with cardinalities; to be read with
             // Overflow::Wrap
  Traces,    // sets and fields that vary, below temporal operators, by `let` and as arguments
};

class RandomModel {
 public:
  // The same one for the same seed and kind, on every machine.
  RandomModel(std::uint64_t seed, RandomKind kind);
  ~RandomModel();
  RandomModel(const RandomModel&) = delete;
  RandomModel& operator=(const RandomModel&) = delete;

  const std::string& text() const { return text_; }

  // How many isomorphism classes of instances the command has; of traces, how many of behaviors. Nothing if
  // there is too much to try.
  std::optional<std::uint64_t> classes(const Command& command) const;

 private:
  std::unique_ptr<oracle::Parts> parts_;
  std::string text_;
};

}  // namespace fretsaw
