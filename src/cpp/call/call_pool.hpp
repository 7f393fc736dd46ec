// SPDX-License-Identifier: MIT
// Several workers that call with the same inputs: what came of each is handed on in the order of the inputs,
// whoever was first, as soon as that of all before it is known.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "cpp/call/call_worker.hpp"
#include "cpp/call/method_check.hpp"
#include "cpp/space/read_space.hpp"

namespace fretsaw::call {

class CallPool {
 public:
  // As many workers as the request has, here and in each remote place. The task outlives them.
  static Result<CallPool> start(const MethodTask& task);

  const space::CandidateReader& inputs() const { return *inputs_; }  // what they are made of
  CallWorker& front() { return workers_.front(); }
  const CallWorker& front() const { return workers_.front(); }

  // `take` is given what is known of the inputs from that position on: of none, if a while has passed. False:
  // no more is wanted.
  using Take = std::function<bool(std::size_t first, std::vector<CalledInput> called)>;
  // False if it was ended early.
  Result<bool> run(std::span<CallInput> inputs, std::size_t per_batch, const CallWish& wish,
                   const Take& take);

 private:
  std::unique_ptr<const space::CandidateReader> inputs_;  // workers refer to it
  std::vector<CallWorker> workers_;
};

}  // namespace fretsaw::call
