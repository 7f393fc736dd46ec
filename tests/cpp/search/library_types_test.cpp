// SPDX-License-Identifier: MIT
// Classes of the standard library that hold numbers, each with the number of its values by hand.
#include "cpp/search/collection.hpp"

namespace fretsaw::testing {
namespace {

TEST(LibraryTypes, HaveAllTheirValues) {
  const Collection all("library_types.hpp", "LibraryTypes",
                       {"adaptors", "times", "owner", "allocated", "keyed"});
  EXPECT_EQ(all.count("adaptors", size(2)), power(1 + 3 + 9, 3));
  EXPECT_EQ(all.count("times", size(2)), 3U + 2U + 1U) << "a begin up to a duration";
  EXPECT_EQ(all.count("owner", size(2)), 3U) << "none, 1, 2";
  EXPECT_EQ(all.count("allocated", size(2)), 1U + 3U + 6U) << "sorted";
  // Entries of a multimap with the same key have an order. There are 3, 2 and 1 with the keys 0, 1 and 2.
  const std::uint64_t two_entries = (3 * 2 + 3 * 1 + 2 * 1) + (3 * 3 + 2 * 2 + 1 * 1);
  EXPECT_EQ(all.count("keyed", size(2)), (1 + 6 + two_entries) * (1 + 2 + 3));
}

}  // namespace
}  // namespace fretsaw::testing
