// SPDX-License-Identifier: MIT
// Distinguishes the search's own work on the predicate's stack from the predicate's.
#pragma once

namespace fretsaw::search {

// The search itself is running: its allocations are not the predicate's, and a timer must not interrupt it.
[[gnu::visibility("hidden")]] extern bool inside_engine;

// How many function-local statics are being initialized: what they allocate and write outlives the candidate.
[[gnu::visibility("hidden")]] extern int static_initializers;

inline constexpr double kSecondsPerTick = 0.05;

class EngineScope {
 public:
  EngineScope() : before_(inside_engine) { inside_engine = true; }
  ~EngineScope() { inside_engine = before_; }
  EngineScope(const EngineScope&) = delete;
  EngineScope& operator=(const EngineScope&) = delete;

 private:
  bool before_;
};

}  // namespace fretsaw::search
