// SPDX-License-Identifier: MIT
// What came of the calls of one method: counted, handed to the listener, kept for a run that resumes, and with a
// test for each failure if tests are emitted.
#pragma once

#include <cstdint>
#include <span>

#include "cpp/call/call_pool.hpp"
#include "cpp/call/check_ledger.hpp"
#include "cpp/call/method_check.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

class CallTally {
 public:
  CallTally(const MethodTask& task, CheckLedger& ledger, const CallPool& pool, MethodReport& report)
      : task_(task), ledger_(ledger), pool_(pool), report_(report) {}

  // What came of the next input. False if no more are wanted.
  Result<bool> take(CalledInput& input, std::span<const std::uint32_t> candidate);
  // The same of the only input that is called with.
  Status take_only(CalledInput& input, std::span<const std::uint32_t> candidate);

 private:
  void count(Judgement::Verdict verdict);
  bool is_known(const Counterexample& counterexample) const;
  // Its number must be known.
  Status add_test(Counterexample& found, std::span<const std::uint32_t> candidate) const;

  const MethodTask& task_;
  CheckLedger& ledger_;
  const CallPool& pool_;
  MethodReport& report_;
};

}  // namespace fretsaw::call
