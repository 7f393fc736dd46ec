// SPDX-License-Identifier: MIT
// Variables ordered by activity, the most active first (VSIDS: Moskewicz and others, Chaff, 2001, in
// MiniSat's form: instead of letting all activities decay, the amount added grows). A binary heap that knows
// the place of each.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/sat/literal.hpp"

namespace fretsaw::sat {

class ActivityQueue {
 public:
  // For the variables first..end-1, all of them in the queue.
  ActivityQueue(Variable first, Variable end);

  void grow(Variable end);  // by variables that are in the queue

  bool empty() const { return heap_.empty(); }

  // These require variables of the range.
  void insert(Variable variable) {
    if (place(variable) == kAbsent) append(variable);
  }
  void bump(Variable variable);

  // Require a queue that is not empty.
  Variable first() const { return heap_.front(); }
  Variable pop();

  // Among equals, the lower number first.
  bool before(Variable a, Variable b) const {
    return activity(a) > activity(b) || (activity(a) == activity(b) && a < b);
  }

  // Makes later bumps weigh more than earlier ones.
  void decay() { increment_ /= kDecay; }

 private:
  static constexpr std::uint32_t kAbsent = 0xffffffff;
  static constexpr double kDecay = 0.95;

  std::uint32_t& place(Variable variable) { return places_[variable - first_]; }
  double activity(Variable variable) const { return activities_[variable - first_]; }
  void append(Variable variable);
  void put(std::uint32_t index, Variable variable);
  void rise(std::uint32_t index);
  void sink(std::uint32_t index);
  void rescale();

  Variable first_;
  std::vector<Variable> heap_;
  std::vector<std::uint32_t> places_;
  std::vector<double> activities_;
  double increment_ = 1;
};

}  // namespace fretsaw::sat
