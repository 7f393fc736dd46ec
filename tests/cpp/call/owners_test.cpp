// SPDX-License-Identifier: MIT
// Pointers that own their targets.
#include <gtest/gtest.h>

#include "cpp/call/checking.hpp"
#include "support/bounds.hpp"

namespace fretsaw::call {
namespace {

// A first bead, and at most one other: behind the first, or passed, or alone among the spare ones, or one of
// two there, the other being null. Spare ones that are all null: none, one or two, each with the other bead
// nowhere, behind the first, or passed.
TEST(Owners, NeverShareAnObject) {
  CheckRequest request = request_for("owners.hpp", {"Chain::searched", "Chain::solved"}, -1);
  request.bounds.objects = objects_of({"Bead=2"});
  request.bounds.values = values_of({"Chain::spare.length=0..2"});
  request.keeps_going = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("searched").report.inputs, 3U * 3U + 1U + 2U);
  EXPECT_EQ(all.at("solved").report.inputs, 3U * 3U + 1U + 2U);
  EXPECT_EQ(all.at("solved").report.failed, 0U);
}

}  // namespace
}  // namespace fretsaw::call
