// SPDX-License-Identifier: MIT
// Input that is too deep is refused; input that is only long is not.
#include <gtest/gtest.h>

#include "alloy/syntax/parser.hpp"
#include "alloy/syntax/printer.hpp"
#include "alloy/syntax/support.hpp"

namespace fretsaw::alloy {
namespace {

std::string repeat(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

constexpr int kMany = 100000;
const char* const kTooDeep = "expression nested more than 500 levels deep";

void expect_too_deep(const std::string& text) {
  const Result<ExprPtr> expr = parse_expression(std::make_shared<const Source>("deep", text));
  ASSERT_FALSE(expr);
  EXPECT_EQ(expr.error().message, kTooDeep) << text.substr(0, 20);
  EXPECT_EQ(expr.error().error_class, ErrorClass::Syntax);
}

TEST(Limits, RefuseNestingThatWouldOverflowTheStack) {
  expect_too_deep(repeat("(", kMany));
  expect_too_deep(repeat("(", kMany) + "a" + repeat(")", kMany));
  expect_too_deep(repeat("{", kMany));
  expect_too_deep(repeat("not ", kMany) + "a");
  expect_too_deep(repeat("~", kMany) + "a");
  expect_too_deep(repeat("#", kMany) + "a");
  expect_too_deep(repeat("a[", kMany));
  expect_too_deep(repeat("a -> ", kMany) + "a");
  expect_too_deep(repeat("a => ", kMany) + "a");
  expect_too_deep(repeat("a => b else ", kMany) + "a");
  expect_too_deep(repeat("a ; ", kMany) + "a");
  expect_too_deep(repeat("all x: A | ", kMany) + "a");
  expect_too_deep(repeat("let x = ", kMany) + "a");
  expect_too_deep(repeat("{ x: A | ", kMany));
  expect_too_deep(repeat("{ x: ", kMany));
  expect_too_deep("a" + repeat("'", kMany));
  expect_too_deep("a" + repeat(" + b - c", kMany));
  expect_too_deep("a" + repeat(".b[c]", kMany));
}

TEST(Limits, AllowWhatPeopleWrite) {
  EXPECT_TRUE(
      parse_expression(std::make_shared<const Source>("deep", repeat("(", 450) + "a" + repeat(")", 450))));
  EXPECT_TRUE(parse_expression(std::make_shared<const Source>("deep", repeat("not ", 450) + "a")));
  EXPECT_TRUE(parse_expression(
      std::make_shared<const Source>("deep", repeat("(a + (b & ", 200) + "c" + repeat("))", 200))));
}

TEST(Limits, AllowLongChainsOfOneOperator) {
  for (const std::string op : {" + ", " and ", ".", " or ", " = "}) {
    const std::string text = "a" + repeat(op + "a", kMany);
    const ExprPtr expr = expression_of(text);
    EXPECT_LE(expr->depth, 2);
    EXPECT_EQ(chain(expr).size(), kMany + 1U);
    const ExprPtr again = expression_of(print(*expr));
    EXPECT_TRUE(same_tree(expr, again)) << op;
    EXPECT_EQ(reported_span(*expr).end, text.size());
  }
}

TEST(Limits, AllowLongBlocksListsAndModules) {
  EXPECT_EQ(expression_of("{" + repeat(" a", kMany) + "}")->children.size(), static_cast<std::size_t>(kMany));
  EXPECT_EQ(expression_of("f[a" + repeat(", a", kMany) + "]")->children.size(), kMany + 2U);
  EXPECT_EQ(module_of(repeat("sig A {}\n", kMany)).paragraphs.size(), static_cast<std::size_t>(kMany));
}

}  // namespace
}  // namespace fretsaw::alloy
