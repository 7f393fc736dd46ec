// SPDX-License-Identifier: MIT
#include "base/progress.hpp"

#include <gtest/gtest.h>

namespace fretsaw {
namespace {

TEST(Progress, GroupsDigitsByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Progress, SaysHowManyHowFastAndHowLong) {
  EXPECT_EQ(progress_text("instances", 12345, std::nullopt, 3), "12,345 instances, 4,115/s, 3 s");
}

TEST(Progress, EstimatesWhatIsLeftWhenTheTotalIsKnown) {
  EXPECT_EQ(progress_text("commands", 5, 20, 10), "5 of 20 commands, 0.5/s, 30 s left");
  EXPECT_EQ(progress_text("commands", 30, 20, 10), "30 of 20 commands, 3.0/s, 0 s left");
}

TEST(Progress, WritesLongTimesInMinutesAndHours) {
  EXPECT_EQ(progress_text("run show", 0, std::nullopt, 150), "run show: 2 min 30 s so far");
  EXPECT_EQ(progress_text("run show", 0, std::nullopt, 7260), "run show: 2 h 1 min so far");
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
  { Progress progress(true, "instances"); }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace fretsaw
