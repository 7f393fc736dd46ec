// SPDX-License-Identifier: MIT
#include "base/nearest_name.hpp"

#include <gtest/gtest.h>

namespace fretsaw {
namespace {

TEST(NearestName, IsOneStepAway) {
  const std::vector<std::string> names = {"size", "head", "capacity"};
  EXPECT_EQ(nearest_name("szie", names), "size");          // swapped
  EXPECT_EQ(nearest_name("siz", names), "size");           // missing
  EXPECT_EQ(nearest_name("heads", names), "head");         // added
  EXPECT_EQ(nearest_name("capasity", names), "capacity");  // changed
  EXPECT_EQ(nearest_name("Size", names), "size");          // of the wrong case
}

TEST(NearestName, IsEmptyIfNoneIsNear) {
  EXPECT_EQ(nearest_name("xyzzy", {"size", "head"}), "");
  EXPECT_EQ(nearest_name("a", {"b"}), "");
  EXPECT_EQ(nearest_name("size", {}), "");
}

TEST(NearestName, IsSuggestedBehindAMessage) {
  EXPECT_EQ("unknown sig 'Nod'" + suggestion("Node"), "unknown sig 'Nod'; did you mean 'Node'?");
  EXPECT_EQ(suggestion(""), "");
}

}  // namespace
}  // namespace fretsaw
