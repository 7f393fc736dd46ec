// SPDX-License-Identifier: MIT
// A const parameter that changed is a failure, wherever in it the change is.
#include <gtest/gtest.h>

#include "cpp/call/checking.hpp"

namespace fretsaw::call {
namespace {

TEST(ConstParameters, AreComparedWithWhatTheyHoldByValue) {
  const std::vector<std::string> wrong = {"member_of_member", "member_of_base", "element",
                                          "element_of_list",  "value_of_key",   "number"};
  const std::vector<std::string> right = {"what_it_points_to", "the_same_object"};
  std::vector<std::string> methods = wrong;
  methods.insert(methods.end(), right.begin(), right.end());
  CheckRequest request = request_for("constant.hpp", methods, 1);
  request.keeps_going = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  for (const std::string& method : wrong) {
    ASSERT_FALSE(all.at(method).counterexamples.empty()) << method;
    EXPECT_EQ(all.at(method).failure().kind, FailureKind::ConstParameter) << method;
    EXPECT_EQ(all.at(method).failure().message, "const parameter 'o' was modified") << method;
  }
  for (const std::string& method : right) EXPECT_EQ(all.at(method).report.failed, 0U) << method;
  EXPECT_EQ(all.at("element").report.passed, 1U) << "there is nothing to change in an empty vector";
}

}  // namespace
}  // namespace fretsaw::call
