// SPDX-License-Identifier: MIT
// The results of the calls of one method: counts them, passes them to the listener, stores them for a resumed run, and
// adds a test for each failure if tests are emitted.
#pragma once

#include <cstdint>
#include <span>

#include "cpp/call/call_pool.hpp"
#include "cpp/call/check_checkpoint.hpp"
#include "cpp/call/method_check.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

class CallTally {
 public:
  CallTally(const MethodTask& task, CheckCheckpoint& checkpoint, const CallPool& pool, MethodReport& report)
      : task_(task), checkpoint_(checkpoint), pool_(pool), report_(report) {}

  // The result of the next input. False if no more are needed.
  Result<bool> take(CalledInput& input, std::span<const std::uint32_t> candidate);
  // The same for the only input that is run.
  Status take_only(CalledInput& input, std::span<const std::uint32_t> candidate);

 private:
  void count(CallVerdict::Verdict verdict);
  bool is_known(const Counterexample& counterexample) const;
  // Its number must be known.
  Status add_test(Counterexample& found, std::span<const std::uint32_t> candidate) const;

  const MethodTask& task_;
  CheckCheckpoint& checkpoint_;
  const CallPool& pool_;
  MethodReport& report_;
};

}  // namespace fretsaw::call
