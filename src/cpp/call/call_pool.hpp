// SPDX-License-Identifier: MIT
// A pool of workers that call with the same inputs. Results are delivered in the order of the inputs, each as soon
// as all before it are known.
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

  // `take` receives the results from that position on: none, if only time has passed. It returns false if
  // no more results are needed.
  using Take = std::function<bool(std::size_t first, std::vector<CalledInput> called)>;
  // False if it was ended early.
  Result<bool> run(std::span<CallInput> inputs, std::size_t per_batch, const RunOptions& options,
                   const Take& take);

 private:
  std::unique_ptr<const space::CandidateReader> inputs_;  // workers refer to it
  std::vector<CallWorker> workers_;
};

}  // namespace fretsaw::call
