// SPDX-License-Identifier: MIT
// std::string_view and std::span as parameters: every string and every vector that they can look at. Numbers
// of inputs are computed by hand.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

TEST(Views, ViewEveryStringAndVector) {
  CheckRequest request = request_for(
      "views.hpp", {"length", "has_a", "first", "clear", "count_common", "count_both", "ShortTable::count"},
      2);
  request.keeps_going = true;
  request.emits = TestKind::GoogleTest;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  const auto expect = [&](const std::string& name, std::uint64_t passed, std::uint64_t failed) {
    EXPECT_EQ(all.at(name).report.passed, passed) << name;
    EXPECT_EQ(all.at(name).report.failed, failed) << name;
  };
  constexpr int kStrings = 1 + 2 + 4, kVectors = 1 + 3 + 9;
  expect("length", kStrings, 0);
  expect("has_a", kStrings - 1, 1);  // "ba"
  expect("first", kVectors, 0);
  expect("clear", kVectors - 2 - 6, 2 + 6);  // the first is not 0
  expect("count", 3 * kVectors, 0);
  // n pointers, null or to one of two cells with one of three values each: 1, 4, 19, 76, 271 up to names.
  expect("count_common", 1 + 2 * 4 + 3 * 19 + 2 * 76 + 271, 0);
  expect("count_both", 1 + 2 * 4 + 3 * 19 + 2 * 76 + 271, 0);
  EXPECT_EQ(all.at("first").report.method, "first(std::span<const int>)");
  EXPECT_THAT(all.at("clear").counterexamples.at(0).test,
              HasSubstr("static_cast< std::span<int> >(numbers)"));
}

// No vector exists that it could view.
TEST(Views, OfBoolsAreNotSupported) {
  const CheckedAll all = checked(request_for("views.hpp", {"count_true"}, 1));
  ASSERT_TRUE(all.error);
  EXPECT_THAT(all.error->message,
              HasSubstr("'std::span<const bool>' is not supported as a parameter ('count_true::flags')"));
}

TEST(Views, AreDistinguishedFromTheirTargets) {
  for (const char* const method : {"which(std::string_view)", "which(const std::string&)"}) {
    const CheckedAll all = checked(request_for("views.hpp", {method}, 1));
    ASSERT_FALSE(all.error) << render(*all.error);
    EXPECT_EQ(all.at("which").report.passed, 2U) << method;
  }
}

}  // namespace
}  // namespace fretsaw::call
