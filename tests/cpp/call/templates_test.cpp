// SPDX-License-Identifier: MIT
// Templates: clauses see the template's parameters, and the types of methods are found where the template
// stands. Numbers of inputs are computed by hand.
#include <gmock/gmock.h>

#include "cpp/call/checking.hpp"

namespace fretsaw::call {
namespace {

using testing::HasSubstr;

CheckRequest templates(std::vector<std::string> methods) {
  CheckRequest request = request_for("templates.hpp", std::move(methods), 2);
  request.keeps_going = true;
  return request;
}

void expect(const CheckedAll& all, const std::string& name, std::uint64_t passed, std::uint64_t failed) {
  ASSERT_TRUE(all.methods.contains(name)) << name;
  EXPECT_EQ(all.at(name).report.passed, passed) << name;
  EXPECT_EQ(all.at(name).report.failed, failed) << name;
}

TEST(Templates, ClausesAndTypesReferToTheParameters) {
  const CheckedAll all = checked(
      templates({"IntRing::push", "IntBag::width", "NegativeGate::is_open", "times<int,3>", "sum", "flip"}));
  ASSERT_FALSE(all.error) << render(*all.error);
  expect(all, "push", 2 * 3 * 9 * 3, 0);             // head, count, two elements, a value
  expect(all, "width", (1 + 2 * 2 + 4 * 3) * 9, 0);  // lists of cells with values 0 and 1; two elements
  expect(all, "is_open", 3, 0);
  expect(all, "times<int,3>", 2, 1);  // 2 * 3 is not 3
  expect(all, "sum", 9, 0);
  expect(all, "flip", 6, 3);
}

TEST(Templates, NeighborsOfATemplateAreFoundInItsNamespace) {
  CheckedAll all = checked(templates({"UnsignedBox::put", "SmallWrap::is"}));
  ASSERT_FALSE(all.error) << render(*all.error);
  expect(all, "put", 3 * 3, 3 * 3);  // the kind is B
  expect(all, "is", 9, 0);
  all = checked(templates({"Plain::is"}));
  ASSERT_FALSE(all.error) << render(*all.error);
  expect(all, "is", 4, 0);
}

// There clang would take what it does not know for int.
TEST(Templates, PartialSpecializationsAreRejected) {
  const CheckedAll all = checked(templates({"PointerBag::is_zero"}));
  ASSERT_TRUE(all.error);
  EXPECT_EQ(all.error->message,
            "cannot determine the types of a method of a class template: unknown type name 'T'");
}

TEST(Templates, ArraysByReferenceAreNamedAndEmitted) {
  CheckRequest request = templates({"flip(int (&)[2])"});
  request.emits = TestKind::GoogleTest;
  const CheckedAll all = checked(request);
  ASSERT_FALSE(all.error) << render(*all.error);
  EXPECT_EQ(all.at("flip").report.method, "flip(int (&)[2])");
  EXPECT_THAT(all.at("flip").counterexamples.at(0).test, HasSubstr("\n  int rows[2]{};\n"));
}

}  // namespace
}  // namespace fretsaw::call
