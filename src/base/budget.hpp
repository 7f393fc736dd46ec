// SPDX-License-Identifier: MIT
// Limits on time and memory, and cancellation. The entry point of an operation creates a budget from its Limits and
// passes it by reference to everything that may take long and polls it; a limit that is reached is thrown as
// LimitReached to the entry point, which reports it (within_limits).
#pragma once

#include <cstddef>
#include <new>
#include <string>

#include "base/stopwatch.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw {

std::size_t resident_memory_mb();

struct LimitReached {
  StopReason reason = StopReason::None;
};

// Polling is cheap: the clock and the process's memory are read only at some polls. For one thread; a copy is
// a budget with the same limits and the same clock for another.
class Budget {
 public:
  Budget() = default;  // no limits
  // The clock starts here.
  explicit Budget(const Limits& limits) : limits_(limits) {}

  // Call often: throws LimitReached once a limit is reached, and from then on always.
  void poll() {
    if (exhausted()) throw LimitReached{stop_};
  }
  // Looks at the clock and the memory at once; for polls that are rare already.
  void check_now() {
    if (check_limits()) throw LimitReached{stop_};
  }

  // The same for those that an exception must not leave: the callbacks of a solver, loops that wait.
  bool exhausted() {
    if (free_polls_ > 0) return --free_polls_, false;
    if (stop_ != StopReason::None) return true;
    if (limits_.cancel.requested()) return check_limits();
    return ++polls_ % kPollsPerCheck == 0 && check_limits();
  }
  bool check_limits();

  StopReason reason() const { return stop_; }
  double seconds_left() const;  // infinite without a time limit

 private:
  friend class FreePolls;
  static constexpr unsigned kPollsPerCheck = 64;

  Limits limits_;
  Stopwatch watch_;
  unsigned polls_ = 0;
  unsigned checks_ = 0;
  unsigned free_polls_ = 0;
  StopReason stop_ = StopReason::None;
};

// While it lives, as many polls find nothing. So what is short is done whatever the limits are: a small model
// is read, and each of its commands can then be reported as stopped, and not only the whole.
class FreePolls {
 public:
  FreePolls(Budget& budget, unsigned polls) : budget_(budget) { budget_.free_polls_ = polls; }
  ~FreePolls() { budget_.free_polls_ = 0; }
  FreePolls(const FreePolls&) = delete;
  FreePolls& operator=(const FreePolls&) = delete;

 private:
  Budget& budget_;
};

// As a default argument `Budget& budget = no_limits()`: lives as long as the call. Not for what keeps a
// reference.
inline Budget& no_limits(Budget&& budget = Budget()) { return budget; }

// The result of `work`; or, if it reaches a limit, that of `stopped` for the reason. Running out of memory is a
// limit, too. For entry points.
template <class Work, class Stopped>
auto within_limits(Work&& work, Stopped&& stopped) -> decltype(work()) {
  try {
    return work();
  } catch (const LimitReached& limit) {
    return stopped(limit.reason);
  } catch (const std::bad_alloc&) {
    return stopped(StopReason::Memory);
  }
}

// Limits across several steps: the rest of them, and the error of a step that reached one.

// For a step that begins now, if the operation began with the stopwatch.
Limits limits_left(const Limits& limits, const Stopwatch& since);

const char* stop_text(StopReason stop);  // "time limit reached", "interrupted"

// "time limit reached while reading the model"; the activity is "reading the model".
Diagnostic limit_error(StopReason stop, const std::string& activity);

}  // namespace fretsaw
