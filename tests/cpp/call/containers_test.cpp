// SPDX-License-Identifier: MIT
// Methods with containers as arguments, which they modify. The number of inputs is counted by hand, for sizes
// up to two: three numbers, two letters.
#include <gtest/gtest.h>

#include "cpp/call/checking.hpp"
#include "cpp/space/render.hpp"
#include "support/bounds.hpp"

namespace fretsaw::call {
namespace {

TEST(Containers, AreArgumentsOfMethods) {
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
  const space::ObjectGraph& input = all.at("shorten").counterexamples[0].before;
  const space::GraphValue& pages = input.objects.back().fields[0].second;
  EXPECT_EQ(text_of(input, pages), "[{key = \"\", value = [0, 0]}]");
}

TEST(Containers, DoNotLeak) {
  CheckRequest request = request_for("containers.hpp", {"shelf::erase_key", "shelf::Index::forget"}, 1);
  request.sanitizes_address = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("erase_key").report.failed, 0U);
  EXPECT_EQ(all.at("forget").report.failed, 0U);
}

// Values are 0 and 1, of which only 1 is valid: as many inputs as there are numbers of elements.
TEST(Containers, HoldObjectsWhoseInvariantsHold) {
  CheckRequest request = request_for("held.hpp", {}, -1);
  request.bounds.values = values_of({"Coin::value=0..1", "Stamp::value=0..1", "Purse::coins.length=0..2",
                                     "Purse::stamps.length=0..2", "Album::pages.length=0..2",
                                     "Album::pages.key=3,4", "Album::coins.length=0..1"});
  request.bounds.objects = objects_of({"Coin=1"});
  request.keeps_going = true;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("count").report.inputs, 3U * 3U);
  EXPECT_EQ(all.at("count").report.failed, 0U);
  EXPECT_EQ(all.at("wear_out").report.inputs, 3U * 2U);
  EXPECT_EQ(all.at("wear_out").report.failed, 3U);
  EXPECT_EQ(all.at("wear_out").failure().message, "invariant of 'held::Stamp' violated");
  EXPECT_EQ(all.at("look").report.inputs, (1U + 2U + 1U) * 3U) << "no coin, no pointer to one, or a coin";
  // A call that crashes sends nothing back: what is shown is the candidate.
  ASSERT_FALSE(all.at("tear").counterexamples.empty());
  const space::ObjectGraph& input = all.at("tear").counterexamples[0].before;
  EXPECT_EQ(text_of(input, input.objects.at(1).fields[0].second), "[{key = 3, value = Stamp$0}]");
}

}  // namespace
}  // namespace fretsaw::call
