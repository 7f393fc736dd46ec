// SPDX-License-Identifier: MIT
// A caller and what goes with it: batches of inputs are called with, and what that did is held against the
// contract. Several seats work at the same time, each on batches of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "cpp/call/caller.hpp"
#include "cpp/call/check.hpp"
#include "cpp/call/judge.hpp"
#include "cpp/call/programs.hpp"
#include "cpp/space/candidate_heap.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

// What is known of an input that was run.
struct RunInput {
  Judgement::Verdict verdict = Judgement::Verdict::Rejected;
  std::unique_ptr<Counterexample> counterexample;  // if it failed, or passes are described as well
};

struct RunBatch {
  std::vector<RunInput> inputs;
  std::optional<Diagnostic> error;
  bool is_done = false;
};

struct RunWish {
  bool chooses = false;  // relational clauses say which inputs are valid, and which behaviors apply
  bool describes_passed = false;
  std::function<bool()> gives_up;  // asked while a call takes long: the batch is left as it is
};

class Seat {
 public:
  // The program and the space outlive it.
  Seat(Caller caller, Judge judge, const MethodProgram& program, std::size_t method,
       const space::Space& space);

  const Judge& judge() const { return judge_; }
  // How much there is of an input.
  std::size_t size_of(const CallInput& input) { return heap_.words(input.candidate).size(); }

  RunBatch run(std::span<CallInput> inputs, const RunWish& wish);
  // Calls nothing: valid inputs pass.
  RunBatch look_at(std::span<CallInput> inputs, const RunWish& wish);

 private:
  // Those of them that relational clauses allow, by their positions; sent to the caller, with these bits.
  Result<std::vector<std::size_t>> send(std::span<CallInput> inputs, const RunWish& wish, std::uint64_t bits);
  // False if it was given up.
  Result<bool> wait(const RunWish& wish);
  Counterexample describe(const CallInput& input, const CallRecord& record, Judgement judgement);

  Caller caller_;
  Judge judge_;
  const MethodProgram& program_;
  std::size_t method_;
  space::CandidateHeap heap_;
};

}  // namespace fretsaw::call
