// SPDX-License-Identifier: MIT
// A caller and a contract checker: runs calls, and checks their effects against the contract.
// Several workers run in parallel, each with its own inputs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "cpp/call/caller.hpp"
#include "cpp/call/check.hpp"
#include "cpp/call/contract_checker.hpp"
#include "cpp/call/programs.hpp"
#include "cpp/space/candidate_heap.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

// The result of one input.
struct CalledInput {
  CallVerdict::Verdict verdict = CallVerdict::Verdict::Rejected;
  std::unique_ptr<Counterexample> counterexample;  // if it failed, or if passes are described as well
};

// Positions in the given inputs, and their results.
using CalledInputs = std::vector<std::pair<std::size_t, CalledInput>>;

struct RunOptions {
  bool chooses = false;  // relational clauses say which inputs are valid, and which behaviors apply
  bool describes_passed = false;
  std::function<bool()> gives_up;  // polled during long calls: true cancels the remaining inputs
};

class CallWorker {
 public:
  // The program and the space outlive it.
  CallWorker(Caller caller, ContractChecker checker, const MethodProgram& program, std::size_t method,
             const space::Space& space);

  const ContractChecker& checker() const { return checker_; }
  // The size of an input.
  std::size_t size_of(const CallInput& input) { return heap_.words(input.candidate).size(); }

  // `take` receives each result once, as soon as it is known, in the order of the inputs, except for those that
  // relational clauses reject, which come first. False if it was cancelled.
  Result<bool> run(std::span<CallInput> inputs, const RunOptions& options,
                   const std::function<void(CalledInputs)>& take);
  // Makes no calls: valid inputs pass.
  Result<bool> validate(std::span<CallInput> inputs, const RunOptions& options,
                        const std::function<void(CalledInputs)>& take);

 private:
  // Those of them that relational clauses allow, by their positions; sent to the caller, with these bits.
  Result<std::vector<std::size_t>> send(std::span<CallInput> inputs, const RunOptions& options,
                                        std::uint64_t bits, const std::function<void(CalledInputs)>& take);
  template <class Read>
  Result<bool> receive(const std::vector<std::size_t>& sent, const RunOptions& options, const Read& read,
                       const std::function<void(CalledInputs)>& take);
  Result<CalledInput> verdict_of(const CallInput& input, const CallRecord& record, const RunOptions& options);
  Counterexample describe(const CallInput& input, const CallRecord& record, CallVerdict call_verdict);

  Caller caller_;
  ContractChecker checker_;
  const MethodProgram& program_;
  std::size_t method_;
  space::CandidateHeap heap_;
};

}  // namespace fretsaw::call
