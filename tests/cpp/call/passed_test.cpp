// SPDX-License-Identifier: MIT
// Pointers as arguments: the caller's own variables must not point to deleted objects.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"
#include "cpp/call/show.hpp"

namespace fretsaw::call {
namespace {

// No cell, one without a next one, and one that is its own.
constexpr std::uint64_t kPointers = 3;

class PassedPointers : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    CheckRequest request = request_for("passed.hpp",
                                       {"by_reference",
                                        "to_constant",
                                        "in_vector",
                                        "owned",
                                        "owned_for_good",
                                        "local",
                                        "throws",
                                        "by_value",
                                        "by_fixed_reference",
                                        "temporary",
                                        "in_fixed_vector",
                                        "in_copied_vector",
                                        "given",
                                        "set_to_null",
                                        "forward",
                                        "forward_to_constant",
                                        "forward_wrongly",
                                        "clear",
                                        "reset",
                                        "object",
                                        "by_value_wrongly"},
                                       1);
    request.keeps_going = true;
    *all_ = checked(request);
  }
  void SetUp() override { ASSERT_FALSE(all_->error) << render(*all_->error); }

  static void expect(const std::string& method, std::uint64_t passed, std::uint64_t failed = 0) {
    EXPECT_EQ(all_->at(method).report.passed, passed) << method;
    EXPECT_EQ(all_->at(method).report.failed, failed) << method;
  }
  static void expect_dangling(const std::string& method, std::uint64_t passed, std::uint64_t failed) {
    expect(method, passed, failed);
    EXPECT_EQ(all_->at(method).failure().kind, FailureKind::MemoryError) << method;
    EXPECT_EQ(all_->at(method).failure().message, "dangling pointer: at points to a deleted object")
        << method;
  }

  static CheckedAll* all_;
};
CheckedAll* PassedPointers::all_ = new CheckedAll();

TEST_F(PassedPointers, ByReferenceMustNotDangle) {
  expect_dangling("by_reference", 1, 2);
  expect_dangling("to_constant", 1, 2);
  expect_dangling("in_vector", 2, 2);
  expect_dangling("throws", 0, 2);
  expect("local", 0, kPointers);
  EXPECT_THAT(all_->at("local").failure().message,
              testing::HasSubstr("invalid pointer: at is uninitialized or points to freed memory"));
}

TEST_F(PassedPointers, ThatOwnMustNotDangleHoweverTheyArePassed) {
  expect_dangling("owned", 1, 2);
  expect_dangling("owned_for_good", 1, 2);
  expect("given", kPointers);
}

TEST_F(PassedPointers, ThatTheMethodCannotSetMayDangle) {
  expect("by_value", kPointers);
  expect("by_fixed_reference", kPointers);
  expect("temporary", kPointers);
  expect("object", kPointers - 1);
  expect("by_value_wrongly", 1, kPointers - 1);
  expect("in_fixed_vector", kPointers + 1);
  expect("in_copied_vector", kPointers + 1);
}

TEST_F(PassedPointers, ByReferenceHaveTwoStates) {
  expect("set_to_null", kPointers);
  expect("forward", 2);
  expect("forward_to_constant", 2);
  expect("forward_wrongly", 1, 1);
  expect("clear", kPointers + 1);
  expect("reset", kPointers);
}

TEST_F(PassedPointers, AreShownIfTheyChange) {
  const auto shown = [](const std::string& method) {
    return show_text(all_->at(method).counterexamples.at(0), method, false);
  };
  EXPECT_THAT(shown("by_reference"), testing::HasSubstr("    at = dangling (was Cell$0)\n"));
  EXPECT_THAT(shown("forward_wrongly"), testing::HasSubstr("    at = null (was Cell$0)\n"));
  EXPECT_THAT(shown("by_value_wrongly"), testing::Not(testing::HasSubstr("dangling")));
}

TEST_F(PassedPointers, AreNamedAsTheyAreDeclared) {
  EXPECT_EQ(all_->at("to_constant").report.method, "to_constant(const Cell *&)");
  EXPECT_EQ(all_->at("by_fixed_reference").report.method, "by_fixed_reference(Cell *const&)");
}

}  // namespace
}  // namespace fretsaw::call
