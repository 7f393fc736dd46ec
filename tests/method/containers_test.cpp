// SPDX-License-Identifier: MIT
// Methods that are given containers, and change them. How many inputs there are is counted by hand, for sizes
// up to two: three numbers, two letters.
#include <gtest/gtest.h>

#include "method/checking.hpp"
#include "predicate/render.hpp"

namespace fretsaw::method {
namespace {

TEST(Containers, AreGivenToMethodsAndTakenBack) {
  const CheckedAll all = checked(request_for("containers.hpp", {}, 2));
  ASSERT_FALSE(all.error) << render(*all.error);
  const auto expect = [&](const std::string& method, std::uint64_t inputs) {
    EXPECT_EQ(all.at(method).report.inputs, inputs) << method;
    EXPECT_EQ(all.at(method).report.failed, 0U) << method;
  };
  constexpr std::uint64_t kSequences = 1 + 3 + 3 * 3;
  expect("empty_list", kSequences);
  expect("grow_deque", kSequences);
  expect("erase_key", 1 + 3 * 3 + 3 * 3 * 3);  // of three keys, none, one or two
  expect("insert_key", 1 + 3 * 3 + 3 * 3 * 3);
  expect("one_left", 1 + 3 + 6);
  expect("pop_stack", 3 + 3 * 3);
  constexpr std::uint64_t kWords = 1 + 2 + 2 * 2;
  expect("forget", (1 + kWords * kSequences) * (1 + 3));
  EXPECT_EQ(all.at("shorten").report.failed, 1U);
  ASSERT_FALSE(all.at("shorten").counterexamples.empty());
  const ObjectGraph& input = all.at("shorten").counterexamples[0].before;
  const GraphValue& pages = input.objects.back().fields[0].second;
  EXPECT_EQ(text_of(input, pages), "[{key = \"\", value = [0, 0]}]");
}

TEST(Containers, LeaveNothingBehind) {
  CheckRequest request = request_for("containers.hpp", {"shelf::erase_key", "shelf::Index::forget"}, 1);
  request.sanitizes_addresses = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("erase_key").report.failed, 0U);
  EXPECT_EQ(all.at("forget").report.failed, 0U);
}

}  // namespace
}  // namespace fretsaw::method
