// SPDX-License-Identifier: MIT
// Limits for work too deep in calls to hand them back step by step: reading and lowering models throws
// LimitReached, and leaves it to the caller to say so. A short text is read whatever the limits are: then
// each of its commands can be reported as stopped, and not only the whole.
#pragma once

#include "base/budget.hpp"

namespace fretsaw {

struct LimitReached {
  Stop reason = Stop::None;
};

class Patience {
 public:
  // The clock starts here.
  explicit Patience(const Limits& limits) : budget_(limits) {}

  // Call for every token or node.
  void poll() {
    if (free_ > 0) {
      --free_;
    } else if (budget_.exhausted()) {
      throw LimitReached{budget_.reason()};
    }
  }

 private:
  Budget budget_;
  unsigned free_ = 20'000;
};

// Null: no limits.
inline void poll(Patience* patience) {
  if (patience != nullptr) patience->poll();
}

}  // namespace fretsaw
