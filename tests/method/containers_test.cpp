// SPDX-License-Identifier: MIT
// Methods that are given containers, and change them. How many inputs there are is counted by hand, for sizes
// up to two: three numbers, two letters.
#include <gtest/gtest.h>

#include "method/checking.hpp"

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
}

}  // namespace
}  // namespace fretsaw::method
