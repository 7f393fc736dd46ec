// SPDX-License-Identifier: MIT
// Several workers that call with the same inputs: what came of each is handed on in the order of the inputs,
// whoever was first, as soon as that of all before it is known.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "cpp/call/call_worker.hpp"

namespace fretsaw::call {

class CallPool {
 public:
  void add(CallWorker worker) { workers_.push_back(std::move(worker)); }
  CallWorker& front() { return workers_.front(); }
  const CallWorker& front() const { return workers_.front(); }

  // `take` is given what is known of the inputs from that position on: of none, if a while has passed. False:
  // no more is wanted.
  using Take = std::function<bool(std::size_t first, std::vector<CalledInput> called)>;
  // False if it was ended early.
  Result<bool> run(std::span<CallInput> inputs, std::size_t per_batch, const CallWish& wish,
                   const Take& take);

 private:
  std::vector<CallWorker> workers_;
};

}  // namespace fretsaw::call
