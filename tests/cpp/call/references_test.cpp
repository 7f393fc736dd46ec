// SPDX-License-Identifier: MIT
// A result that is a reference is the object that it refers to, not a copy of it.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

// Shelves with up to one item of 0 and 1, a spare one, and a next shelf, which is the shelf itself: 3 * 2 * 2
constexpr std::uint64_t kShelves = 12;
constexpr std::uint64_t kShelvesWithItems = 8;

class References : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    CheckRequest request = request_for("references.hpp", {}, 1);
    request.keeps_going = true;
    *all_ = checked(request);
  }
  static void expect(const std::string& method, std::uint64_t passed, std::uint64_t failed = 0) {
    ASSERT_FALSE(all_->error) << render(*all_->error);
    EXPECT_EQ(all_->at(method).report.passed, passed) << method;
    EXPECT_EQ(all_->at(method).report.failed, failed) << method;
  }

  static CheckedAll* all_;
};
CheckedAll* References::all_ = new CheckedAll();

TEST_F(References, ReferToTheReceiver) {
  expect("first", kShelvesWithItems);
  expect("peek", kShelvesWithItems);
  expect("items", kShelves);
  expect("next", kShelves);
  expect("self", kShelves);
  expect("give", kShelves);
  expect("copy_of_first", 0, kShelvesWithItems);
}

TEST_F(References, ReferToArgumentsStaticObjectsAndNonCopyableObjects) {
  expect("larger", 4);
  expect("counter", 1);
  expect("name", kShelves);
  expect("print", kShelves);
}

TEST_F(References, ToDeletedObjectsAreFailures) {
  expect("gone", 0, 2);
  EXPECT_EQ(all_->at("gone").failure().kind, FailureKind::MemoryError);
  EXPECT_THAT(all_->at("gone").failure().message,
              HasSubstr("invalid pointer: the result is uninitialized or points to freed memory"));
  EXPECT_FALSE(all_->at("gone").counterexamples.at(0).result.has_value());
  expect("deleted", 0, 1);
  EXPECT_EQ(all_->at("deleted").failure().message, "dangling pointer: the result points to a deleted object");
}

TEST_F(References, AndPointersAreComparedWithTheStateBeforeTheCall) {
  expect("data", kShelvesWithItems);
  expect("read_first", 2 * kShelvesWithItems);
}

// There is one card at most, of two numbers, in one of two places.
TEST_F(References, NonCopyableObjectsAreMoved) {
  expect("put", 5);
  expect("take", 5);
  expect("put_all", 3 + 3 + 2);  // no card is passed, null is, or the only card
}

}  // namespace
}  // namespace fretsaw::call
