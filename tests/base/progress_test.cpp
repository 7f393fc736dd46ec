// SPDX-License-Identifier: MIT
#include "base/progress.hpp"

#include <gtest/gtest.h>

namespace fretsaw {
namespace {

TEST(Progress, ReportsHowManyHowFastAndHowLong) {
  EXPECT_EQ(progress_text("instances", {.done = 12345}, 3), "12,345 instances, 4,115/s, 3 s");
}

TEST(Progress, EstimatesWhatIsLeftWhenTheTotalIsKnown) {
  EXPECT_EQ(progress_text("commands", {.done = 5, .total = 20}, 10), "5 of 20 commands, 0.5/s, 30 s left");
  EXPECT_EQ(progress_text("commands", {.done = 30, .total = 20}, 10), "30 of 20 commands, 3.0/s, 0 s left");
}

TEST(Progress, EstimatesWhatIsLeftOfASearchOnceSomeOfItIsExplored) {
  const ProgressState early{.done = 100, .fraction = 0.001, .found = "5 structures"};
  EXPECT_EQ(progress_text("candidates", early, 10),
            "5 structures, 100 candidates, 10/s, less than 1% explored, more than 16 min 30 s left");
  EXPECT_EQ(progress_text("candidates", {.done = 100, .fraction = 0.25, .found = "5 structures"}, 10),
            "5 structures, 100 candidates, 10/s, about 25% explored, 30 s left");
}

TEST(Progress, WritesLongTimesInMinutesAndHours) {
  EXPECT_EQ(progress_text("run show", {}, 150), "run show: 2 min 30 s so far");
  EXPECT_EQ(progress_text("run show", {}, 7260), "run show: 2 h 1 min so far");
  EXPECT_EQ(progress_text("inputs", {.fraction = 0.25, .found = "0 failures, 1,024 inputs waiting"}, 10),
            "0 failures, 1,024 inputs waiting, inputs: 10 s so far, about 25% explored, 30 s left");
}

TEST(Progress, DrawsNothingWhenItIsNotShown) {
  testing::internal::CaptureStderr();
  {
    Progress progress(false, "instances");
    progress.advance(5);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Progress, LeavesNothingBehindWhenTheWorkIsShort) {
  testing::internal::CaptureStderr();
  {
    Progress progress(true, "instances");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace fretsaw
