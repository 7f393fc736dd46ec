// SPDX-License-Identifier: MIT
#include "cpp/call/call_pool.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "work/ordered_results.hpp"
#include "work/remote_process.hpp"

namespace fretsaw::call {

namespace {

Result<Caller> start_caller(const MethodTask& task, std::optional<unsigned> remote_slot) {
  const CheckRequest& request = task.request;
  const work::ProcessLimits limits{.memory_mb = request.limits.memory_mb};
  // Inputs that are found here satisfy the invariants in C++ already.
  const CallSetup setup{task.method, task.bounds, request.input_timeout_seconds, false,
                        request.sanitizes_address};
  const std::vector<std::string> command = caller_command(task.caller, setup);
  return remote_slot ? Caller::start_remote(*remote_slot, command, limits, task.limits)
                     : Caller::start(command, limits, task.limits);
}

}  // namespace

Result<CallPool> CallPool::start(const MethodTask& task) {
  CallPool pool;
  const code::Classes& classes = task.caller.program->classes();
  const unsigned here = std::max(1U, task.request.workers);
  for (unsigned i = 0; i < here * (1 + work::remote_slot_count()); ++i) {
    auto caller = start_caller(task, i < here ? std::nullopt : std::optional(i / here - 1));
    if (!caller) return caller.error();
    if (!pool.inputs_) {
      auto inputs = space::CandidateReader::read(caller->space(), classes);
      if (!inputs) return inputs.error();
      pool.inputs_ = std::make_unique<space::CandidateReader>(*std::move(inputs));
    }
    auto checker = ContractChecker::make(classes, task.caller.subjects, task.method);
    if (!checker) return checker.error();
    pool.workers_.emplace_back(*std::move(caller), *std::move(checker), task.caller, task.method,
                               pool.inputs_->space());
  }
  return pool;
}

Result<bool> CallPool::run(std::span<CallInput> inputs, std::size_t per_batch, const RunOptions& options,
                           const Take& take) {
  constexpr std::chrono::milliseconds kPollInterval{100};
  work::OrderedResults<Result<CalledInput>> results(inputs.size());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> halt{false};
  RunOptions until_halt = options;
  until_halt.gives_up = [&] { return halt || options.gives_up(); };
  const auto work = [&](CallWorker& worker) {
    while (!halt) {
      const std::size_t first = next.fetch_add(per_batch);
      if (first >= inputs.size()) return;
      const auto batch = inputs.subspan(first, std::min(per_batch, inputs.size() - first));
      std::vector<bool> is_done(batch.size());
      const auto done = worker.run(batch, until_halt, [&](CalledInputs called) {
        std::vector<std::pair<std::size_t, Result<CalledInput>>> numbered;
        for (auto& [position, input] : called) {
          is_done[position] = true;
          numbered.emplace_back(first + position, std::move(input));
        }
        results.put(std::move(numbered));
      });
      if (done) continue;
      // The first input without a result gets the error.
      const auto open = std::ranges::find(is_done, false) - is_done.begin();
      std::vector<std::pair<std::size_t, Result<CalledInput>>> failed;
      failed.emplace_back(first + static_cast<std::size_t>(open), done.error());
      results.put(std::move(failed));
      return;
    }
  };
  std::vector<std::thread> threads;
  for (CallWorker& worker : workers_) threads.emplace_back([&] { work(worker); });
  const auto consume = [&]() -> Result<bool> {
    for (std::size_t at = 0; at < inputs.size();) {
      std::vector<CalledInput> called;
      std::optional<Diagnostic> error;
      for (auto& result : results.take(at, kPollInterval)) {
        if (!result) {
          error = result.error();
          break;
        }
        called.push_back(*std::move(result));
      }
      const std::size_t count = called.size();
      if (!take(at, std::move(called))) return false;
      if (error) return *error;
      at += count;
    }
    return true;
  };
  auto all = consume();
  halt = true;
  for (std::thread& thread : threads) thread.join();
  return all;
}

}  // namespace fretsaw::call
