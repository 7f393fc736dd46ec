// SPDX-License-Identifier: MIT
// Arrays behind pointers in clauses in braces: as long as what was allocated for them, before and after.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"
#include "cpp/call/show.hpp"
#include "support/bounds.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

class ArraysBehindPointers : public testing::Test {
 protected:
  static CheckRequest request(std::vector<std::string> methods) {
    CheckRequest request = request_for("arrays.hpp", std::move(methods), 2);
    request.bounds.values = values_of({"Buffer::items_.length=capacity_", "Buffer::end_=default",
                                       "largest::values.length=n", "clear::values.length=n",
                                       "changes::values.length=n", "changes_a_constant::values.length=n"});
    request.keeps_going = true;
    return request;
  }
  static void SetUpTestSuite() {
    all_ = new CheckedAll(
        checked(request({"Buffer::push", "Buffer::grows_and_forgets_to_say_so", "Buffer::frees_what_it_needs",
                         "Buffer::swaps", "Buffer::points_to_the_end", "largest", "clear", "changes",
                         "changes_a_constant"})));
  }
  static void TearDownTestSuite() { delete all_; }
  static const Checked& of(const std::string& method) {
    EXPECT_FALSE(all_->error) << render(*all_->error);
    return all_->at(method);
  }

  static CheckedAll* all_;
};
CheckedAll* ArraysBehindPointers::all_ = nullptr;

// Of each capacity c up to 2 there are 3^c arrays with c + 1 numbers of items.
TEST_F(ArraysBehindPointers, AreReadBeforeAndAfter) {
  EXPECT_EQ(of("push").report.passed, 3U * (1 + 3 * 2 + 9 * 3));
  EXPECT_EQ(of("push").report.failed, 0U);
  const Checked& swaps = of("swaps");
  ASSERT_FALSE(swaps.counterexamples.empty());
  EXPECT_EQ(swaps.failure().kind, FailureKind::Postcondition);
  EXPECT_THAT(show_text(swaps.counterexamples[0], swaps.report.method, false),
              HasSubstr("items_ = [0, 1] (was [0, 0])"));
}

TEST_F(ArraysBehindPointers, AreAsLongAsWhatWasAllocated) {
  const Checked& grows = of("grows_and_forgets_to_say_so");
  EXPECT_EQ(grows.report.passed, 0U);
  EXPECT_EQ(grows.failure().kind, FailureKind::Invariant);
  EXPECT_EQ(of("points_to_the_end").report.failed, 0U);
}

TEST_F(ArraysBehindPointers, ThatWereDeletedAreDangling) {
  const Checked& frees = of("frees_what_it_needs");
  EXPECT_EQ(frees.report.passed, 0U);
  EXPECT_EQ(frees.failure().kind, FailureKind::MemoryError);
  EXPECT_THAT(frees.failure().message, HasSubstr("dangling pointer: Buffer$0.items_"));
}

TEST_F(ArraysBehindPointers, ThatAreParametersHaveTwoStates) {
  EXPECT_EQ(of("largest").report.passed, 3U + 9);
  EXPECT_EQ(of("clear").report.passed, 1U + 3 + 9);
  EXPECT_EQ(of("changes").report.failed, 6U);
  EXPECT_EQ(of("changes_a_constant").report.failed, 1U + 3);
  EXPECT_EQ(of("changes_a_constant").failure().kind, FailureKind::ConstParameter);
}

TEST_F(ArraysBehindPointers, InUntrackedMemoryHaveNoLength) {
  CheckRequest elsewhere = request({"Buffer::leads_elsewhere"});
  elsewhere.bounds.values.resize(2);
  const CheckedAll all = checked(elsewhere);
  ASSERT_TRUE(all.error);
  EXPECT_THAT(
      all.error->message,
      HasSubstr(
          "cannot be evaluated on every input: the length of an array in memory that was not allocated"));
}

// Null and an empty array are the same to formulas, and two inputs all the same.
TEST_F(ArraysBehindPointers, MayBeNull) {
  CheckRequest null = request({"Buffer::push"});
  null.bounds.values = values_of({"Buffer::items_.length=null,0..2", "Buffer::end_=default"});
  const CheckedAll all = checked(null);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("push").report.inputs, 3U * (2 + 3 * 2 + 9 * 3));
}

// Arrays and vectors of up to two amounts 0..2: 1 + 3 + 9. The bound is about the constructor, not about the
// class.
TEST(MethodBounds, OfAConstructorsParametersApplyToNoOtherMethod) {
  CheckRequest request = request_for("stock.hpp", {}, 2);
  request.bounds.values = values_of({"Stock::amounts.length=count"});
  std::map<std::string, std::uint64_t> inputs;
  std::vector<std::vector<std::string>> add_unused_bounds;
  CheckListener listener;
  listener.add_unused_bounds = [&](const std::string&, const std::vector<std::string>& bounds) {
    add_unused_bounds.push_back(bounds);
  };
  listener.finished = [&](const MethodReport& report) { inputs[report.method] = report.passed; };
  const Status status = check(request, listener);
  ASSERT_TRUE(status) << status.error().message;
  EXPECT_EQ(inputs, (std::map<std::string, std::uint64_t>{{"Stock::Stock(const int *, int)", 13},
                                                          {"Stock::first() const", 13}}));
  EXPECT_EQ(add_unused_bounds, (std::vector<std::vector<std::string>>{{}, {"Stock::amounts.length=count"}}));
}

}  // namespace
}  // namespace fretsaw::call
