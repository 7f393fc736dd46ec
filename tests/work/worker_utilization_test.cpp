// SPDX-License-Identifier: MIT
#include "work/worker_utilization.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fretsaw::testing {
namespace {

TEST(WorkerUtilization, SaysWhoHadNothingToDo) {
  constexpr double kAlways = 1e6;
  {
    const work::WorkerUtilization alone({0});
  }  // has nobody to wait for
  {
    work::WorkerUtilization utilization({0, 1});
    utilization.add_busy_time(0, kAlways);
  }
  EXPECT_THAT(work::idle_text(), ::testing::HasSubstr("(rank 0: 0.0 %, rank 1: 100.0 %)"));
  {
    work::WorkerUtilization utilization({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    for (const std::size_t worker : {2U, 4U}) utilization.add_busy_time(worker, kAlways);
  }
  // Of many, the idlest.
  EXPECT_THAT(work::idle_text(),
              ::testing::HasSubstr("(rank 1: 100.0 %, rank 3: 100.0 %, rank 5: 100.0 %, rank 6: 100.0 %, "
                                   "rank 7: 100.0 %, rank 8: 100.0 %, rank 9: 100.0 %, rank 0: 0.0 %, …)"));
}

}  // namespace
}  // namespace fretsaw::testing
