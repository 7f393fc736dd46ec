// SPDX-License-Identifier: MIT
// Whoever works on a queue, and however many are gone before the end, everything is done once and comes out
// in its order.
#include "work/worker_pool.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <numeric>
#include <random>
#include <stdexcept>

namespace fretsaw::testing {
namespace {

using WorkerPool = work::WorkerPool<std::vector<std::uint32_t>>;
using CrewQueue = work::Queue<std::vector<std::uint32_t>>;

// Numbers from `begin` to `end`; a worker does the first and leaves the others in two halves.
work::Unit crew_stretch(std::uint32_t begin, std::uint32_t end) { return {{{begin, end}}, 0, -1}; }

WorkerPool::Answer counted_off(const work::Unit& unit) {
  const auto [begin, end] = unit.path.front();
  WorkerPool::Answer answer{{begin}, {}};
  const std::uint32_t middle = (begin + 1 + end) / 2;
  if (begin + 1 < middle) answer.rest.push_back(crew_stretch(begin + 1, middle));
  if (middle < end) answer.rest.push_back(crew_stretch(middle, end));
  return answer;
}

std::vector<std::uint32_t> numbers_below(std::uint32_t end) {
  std::vector<std::uint32_t> all(end);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

TEST(WorkerPool, EverythingIsDoneOnceInItsOrderAlthoughSomeWorkersGo) {
  constexpr std::uint32_t kAll = 500;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    for (const unsigned workers : {1U, 2U, 5U}) {
      CrewQueue queue;
      queue.fill({{crew_stretch(0, kAll), 0}});
      WorkerPool pool(queue);
      std::atomic<unsigned> step{seed};
      for (unsigned w = 0; w < workers; ++w) {
        pool.add([&, w](const work::Unit& unit) {
          const bool goes = w > 0 && std::minstd_rand(++step)() % 40 == 0;
          return goes ? std::nullopt : std::optional(counted_off(unit));
        });
      }
      std::vector<std::uint32_t> out;
      pool.run(
          [&](const WorkerPool::QueueEntry& front) {
            out.insert(out.end(), front.result.begin(), front.result.end());
            return true;
          },
          [] {});
      EXPECT_EQ(out, numbers_below(kAll)) << "seed " << seed << ", " << workers << " workers";
    }
  }
}

TEST(WorkerPool, WhatIsLeftAfterEnoughIsWhatDidNotComeOut) {
  constexpr std::uint32_t kAll = 100, kWantedUnits = 37;
  for (const unsigned workers : {1U, 4U}) {
    std::vector<std::uint32_t> out;
    std::vector<work::PlacedUnit> rest = {{crew_stretch(0, kAll), 0}};
    for (const std::uint32_t most : {kWantedUnits, kAll + 1}) {
      CrewQueue queue;
      queue.fill(rest);
      WorkerPool pool(queue);
      for (unsigned w = 0; w < workers; ++w)
        pool.add([](const work::Unit& unit) { return std::optional(counted_off(unit)); });
      pool.run(
          [&](const WorkerPool::QueueEntry& front) {
            if (out.size() >= most) return false;
            out.insert(out.end(), front.result.begin(), front.result.end());
            return true;
          },
          [] {});
      rest = pool.rest();
    }
    EXPECT_EQ(out, numbers_below(kAll));
    EXPECT_TRUE(rest.empty());
  }
}

TEST(WorkerPool, WhatAWorkerThrowsEndsAll) {
  for (const unsigned workers : {1U, 3U}) {
    CrewQueue queue;
    queue.fill({{crew_stretch(0, 50), 0}});
    WorkerPool pool(queue);
    for (unsigned w = 0; w < workers; ++w) {
      pool.add([](const work::Unit& unit) -> std::optional<WorkerPool::Answer> {
        if (unit.path.front().variable == 20) throw std::runtime_error("twenty");
        return counted_off(unit);
      });
    }
    bool stopped = false;
    EXPECT_THROW(pool.run([](const WorkerPool::QueueEntry&) { return true; }, [] {}, [&] { stopped = true; }),
                 std::runtime_error);
    EXPECT_EQ(stopped, workers > 1);
  }
}

}  // namespace
}  // namespace fretsaw::testing
