// SPDX-License-Identifier: MIT
// Memory from any allocation function of the library: a method may keep it, and must free it.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"
#include "support/bounds.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kRows = 1 + 3 + 9;   // arrays of up to two numbers, each 0..2
constexpr std::uint64_t kFunctions = 15;     // see four()
constexpr std::uint64_t kFunctionsOfC = 11;  // of these

CheckRequest request(std::vector<std::string> methods) {
  CheckRequest request = request_for("allocations.hpp", std::move(methods), 2);
  request.bounds.values =
      values_of({"Row::items.length=count", "takes::how=0..14", "changes_size::how=0..3",
                 "gives_back::how=0..14", "asks_the_handler::how=0..3", "leaks::how=0..14",
                 "gives_back_twice::how=0..14", "changes_the_size_of_what_is_gone::how=0..10"});
  request.keeps_going = true;
  return request;
}

const std::vector<std::string> kAll = {"Row::takes",
                                       "Row::changes_size",
                                       "Row::gives_back",
                                       "Row::asks_the_handler",
                                       "Row::refuses_what_cannot_be",
                                       "Row::leaks",
                                       "Row::gives_back_twice",
                                       "Row::changes_the_size_of_what_is_gone"};

void expect_right_verdicts(const CheckedAll& all, bool finds_leaks) {
  ASSERT_FALSE(all.error) << render(*all.error);
  const auto passes = [&](const std::string& method, std::uint64_t inputs) {
    const MethodReport& report = all.at(method).report;
    EXPECT_EQ(report.passed, inputs) << method;
    EXPECT_EQ(report.failed, 0U) << method;
  };
  passes("takes", kRows * kFunctions);
  passes("changes_size", (kRows - 1) * 4);
  passes("gives_back", kRows * kFunctions);
  passes("asks_the_handler", kRows * 4);
  passes("refuses_what_cannot_be", kRows);
  EXPECT_EQ(all.at("leaks").report.failed, finds_leaks ? kRows * kFunctions : 0);
  if (finds_leaks)
    EXPECT_THAT(all.at("leaks").failure().message,
                HasSubstr("memory leak: 16 bytes in 1 unreachable object"));
  EXPECT_EQ(all.at("gives_back_twice").report.failed, kRows * kFunctions);
  EXPECT_EQ(all.at("changes_the_size_of_what_is_gone").report.failed, kRows * kFunctionsOfC);
  for (const char* const method : {"gives_back_twice", "changes_the_size_of_what_is_gone"})
    EXPECT_THAT(all.at(method).failure().message, HasSubstr("double delete"));
}

TEST(Allocations, OfAllFunctionsBelongToTheMethod) { expect_right_verdicts(checked(request(kAll)), false); }

TEST(Allocations, OfAllFunctionsBelongToTheMethodWithAddressSanitizer) {
  CheckRequest sanitized = request(kAll);
  sanitized.sanitizes_address = true;
  expect_right_verdicts(checked(sanitized), true);
}

}  // namespace
}  // namespace fretsaw::call
