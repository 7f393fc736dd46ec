// SPDX-License-Identifier: MIT
// What a predicate allocates is its own, whichever function gives it, and texts that are copied are read.
#include <gmock/gmock.h>

#include "cpp/search/searching.hpp"

namespace fretsaw::testing {

TEST(SearchedAllocations, AreThePredicates) {
  const Program program(FRETSAW_SOURCE_DIR "/tests/cpp/call/headers/allocations.hpp", "Taken");
  const Found found = program.search({"values", "Taken::many=0..2", "values", "Taken::text=0,97,98"});
  EXPECT_EQ(found.totals.structures, 3U);
  EXPECT_EQ(found.totals.all_aborted(), 0U);
  for (const std::string& text : found.structures)
    EXPECT_THAT(text, ::testing::HasSubstr("['a', 'b', '\\x00']"));
}

}  // namespace fretsaw::testing
