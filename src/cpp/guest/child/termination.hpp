// SPDX-License-Identifier: MIT
// The ways in which the user's code ends when it is asked to do something: one vocabulary, for every verb.
// Both sides include this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace fretsaw::guest {

enum class Termination : std::uint8_t {
  Returned,
  Threw,
  NullAccess,
  OutOfRange,
  Segmentation,
  StackOverflow,
  Arithmetic,
  Steps,
  CpuTime,   // more processor time than it has
  WallTime,  // it waits, sleeps, or is stopped
  Abort,
  Assertion,
  Terminate,
  Exit,
  Signal,
  OutOfMemory,
  DoubleDelete,
  BadDelete,
  Sanitizer,
  LeftProcesses,  // it came to its end, and processes that it started did not
  NoValue,        // not its fault: of a search, where no value is left for what was read
};
inline constexpr std::size_t kTerminations = static_cast<std::size_t>(Termination::NoValue) + 1;

inline bool has_returned(Termination how) {
  return how == Termination::Returned || how == Termination::Threw;
}
inline bool reached_limit(Termination how) {
  return how == Termination::CpuTime || how == Termination::WallTime || how == Termination::Steps;
}

struct TerminationRecord {
  Termination how = Termination::Returned;
  std::uint8_t phase = 0;       // what was going on, in the words of the guest; 0: nothing
  std::int32_t number = 0;      // of the signal, or the exit status
  std::uint64_t address = 0;    // that was not to be had
  double limit_seconds = 0;     // CpuTime, WallTime: how many it had
  bool left_processes = false;  // this input, or one before it; for the guest's handler only
  std::string detail{};         // of an exception, an assertion, a sanitizer, a signal
  std::string output{};         // what it had printed

  template <class Archive>
  void pass(Archive& archive) {
    archive(how);
    archive(phase);
    archive(number);
    archive(address);
    archive(limit_seconds);
    archive(detail);
    archive(output);
  }
};

}  // namespace fretsaw::guest
