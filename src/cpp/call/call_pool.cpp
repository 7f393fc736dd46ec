// SPDX-License-Identifier: MIT
#include "cpp/call/call_pool.hpp"

#include <algorithm>
#include <atomic>
#include <thread>

#include "work/ordered.hpp"

namespace fretsaw::call {

Result<bool> CallPool::run(std::span<CallInput> inputs, std::size_t per_batch, const CallWish& wish,
                           const Take& take) {
  constexpr std::chrono::milliseconds kPollInterval{100};
  work::Ordered<Result<CalledInput>> results(inputs.size());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> halt{false};
  CallWish until_halt = wish;
  until_halt.gives_up = [&] { return halt || wish.gives_up(); };
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
      // The first of which nothing is known has the error.
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
