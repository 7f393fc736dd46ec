// SPDX-License-Identifier: MIT
// Inputs know nothing of each other, even if static objects remember what there was.
#include "method/checking.hpp"

namespace fretsaw::method {
namespace {

TEST(Statics, DoNotLeadFromOneInputToAnother) {
  CheckRequest request = request_for("statics.hpp", {"Chain::find", "Chain::name_of"}, 2);
  request.keeps_going = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  // No node, or one or two of three keys: 1 + 3 + 9
  EXPECT_EQ(all.at("find").report.inputs, 13U * 3);
  EXPECT_EQ(all.at("find").report.failed, 0U);
  EXPECT_EQ(all.at("name_of").report.inputs, 3U);
  EXPECT_EQ(all.at("name_of").report.failed, 0U);
}

}  // namespace
}  // namespace fretsaw::method
