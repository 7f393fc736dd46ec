// SPDX-License-Identifier: MIT
#include "base/text.hpp"

#include <gtest/gtest.h>

namespace fretsaw {
namespace {

TEST(Text, GroupsDigitsByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(Text, CountsOneAndSeveral) {
  EXPECT_EQ(counted(0, "instance"), "0 instances");
  EXPECT_EQ(counted(1, "instance"), "1 instance");
  EXPECT_EQ(counted(2000, "instance"), "2,000 instances");
}

}  // namespace
}  // namespace fretsaw
