// SPDX-License-Identifier: MIT
// The queue against its meaning: whatever the order in which workers take units, divide them and come back,
// results come out in the order of the search, and what a checkpoint says is left is what has not come out.
#include "work/queue.hpp"

#include <gtest/gtest.h>

#include <random>

namespace fretsaw::testing {
namespace {

// A search that counts from `begin` to `end`: both are in the path of its units.
work::Unit entry(std::uint32_t begin, std::uint32_t end) { return {{{begin, end}}, 0, -1}; }
std::uint32_t begin_of(const work::Unit& unit) { return unit.path.front().variable; }
std::uint32_t end_of(const work::Unit& unit) { return unit.path.front().index; }

using Numbers = std::vector<std::uint32_t>;

TEST(WorkQueue, ResultsComeOutInTheOrderOfTheSearch) {
  constexpr std::uint32_t kAll = 300;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    work::Queue<Numbers> queue;
    queue.fill({{entry(0, 100), 0}, {entry(100, kAll), 7}});
    std::vector<work::Queue<Numbers>::Handle> running;
    Numbers out;
    while (!queue.empty()) {
      if (const auto taken = queue.take(); taken && random() % 3 != 0) {
        running.push_back(taken);
      } else if (taken) {
        queue.give_back(taken);
      }
      if (!running.empty() && random() % 2 == 0) {
        const std::size_t which = random() % running.size();
        const auto mine = running[which];
        running.erase(running.begin() + static_cast<long>(which));
        const std::uint32_t begin = begin_of(mine->placed_unit.unit), end = end_of(mine->placed_unit.unit);
        const std::uint32_t done = begin + static_cast<std::uint32_t>(random() % (end - begin + 1));
        Numbers found;
        for (std::uint32_t i = begin; i < done; ++i) found.push_back(i);
        std::vector<work::Unit> rest;
        const std::uint32_t middle = done + (end - done) / 2;
        if (done < middle) rest.push_back(entry(done, middle));
        if (middle < end) rest.push_back(entry(middle, end));
        queue.finish(mine, found, rest);
      }
      while (const auto* front = queue.done_front()) {
        EXPECT_EQ(front->placed_unit.place,
                  !front->result.empty() && front->result[0] >= 100 ? 7U : front->placed_unit.place);
        if (random() % 20 == 0) {
          queue.redo_front();
          break;
        }
        out.insert(out.end(), front->result.begin(), front->result.end());
        queue.pop_front();
      }
      Numbers left;
      for (const work::PlacedUnit& placed_unit : queue.rest()) {
        for (std::uint32_t i = begin_of(placed_unit.unit); i < end_of(placed_unit.unit); ++i)
          left.push_back(i);
      }
      ASSERT_EQ(out.size() + left.size(), kAll) << "seed " << seed;
      for (std::uint32_t i = 0; i < kAll; ++i)
        ASSERT_EQ(i < out.size() ? out[i] : left[i - out.size()], i) << "seed " << seed;
    }
    EXPECT_EQ(queue.waiting(), 0U);
  }
}

}  // namespace
}  // namespace fretsaw::testing
