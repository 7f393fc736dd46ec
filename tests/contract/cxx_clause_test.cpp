// SPDX-License-Identifier: MIT
#include "contract/cxx_clause.hpp"

#include <gmock/gmock.h>

#include "contract/parse.hpp"

namespace fretsaw::contract {
namespace {

Result<CxxClause> read(const std::string& text, bool has_result = true) {
  static std::vector<ContractText> keep;
  auto found = find_comments(std::make_shared<const Source>("a \"tree\".hpp", text));
  EXPECT_TRUE(found.ok());
  keep.push_back(*std::move(found));
  auto items = parse_comment(keep.back(), keep.back().comments.front());
  if (!items) return items.error();
  return read_cxx_clause(std::get<Clause>(items->front()), has_result);
}

std::string clause_message(const std::string& text, bool has_result = true) {
  const auto clause = read(text, has_result);
  return clause ? "no error" : render(clause.error());
}

TEST(CxxClauses, AreTextOnTheLinesAndInTheColumnsOfTheHeader) {
  const auto clause = read("\n\n  //@ ensures size ==\n  //@   \\old(size + f(')')) - 1 && \\result;");
  ASSERT_TRUE(clause.ok()) << render(clause.error());
  EXPECT_EQ(clause->expression,
            "(\n#line 3 \"a \\\"tree\\\".hpp\"\n"
            "              size ==\n"
            "        fretsaw_old_0\n#line 4 \"a \\\"tree\\\".hpp\"\n"
            "                            - 1 && fretsaw_result\n)");
  ASSERT_EQ(clause->old.size(), 1u);
  EXPECT_EQ(clause->old[0], "(\n#line 4 \"a \\\"tree\\\".hpp\"\n             size + f(')')\n)");
  EXPECT_TRUE(clause->uses_result);
}

TEST(CxxClauses, StringsAreLeftAlone) {
  const auto clause = read("//@ requires name == \"\\\\old(\" && 1'000 > '\\\\';");
  ASSERT_TRUE(clause.ok()) << render(clause.error());
  EXPECT_THAT(clause->expression, testing::HasSubstr("name == \"\\\\old(\" && 1'000 > '\\\\'"));
  EXPECT_TRUE(clause->old.empty());
}

TEST(CxxClauses, ThatAreWrongAreReportedWhereTheyAre) {
  EXPECT_THAT(clause_message("//@ requires \\result;"),
              testing::HasSubstr(":1:14: error: before the call there is no result"));
  EXPECT_THAT(clause_message("//@ invariant \\old(size) == 1;"),
              testing::HasSubstr(":1:15: error: \\old has no meaning here"));
  EXPECT_THAT(clause_message("//@ ensures \\result;", false),
              testing::HasSubstr(":1:13: error: there is no result here"));
  EXPECT_THAT(clause_message("//@ ensures \\old(\\result);"),
              testing::HasSubstr(":1:18: error: before the call there is no result"));
  EXPECT_THAT(clause_message("//@ ensures \\old(\\old(x));"),
              testing::HasSubstr(":1:18: error: \\old inside of \\old"));
  EXPECT_THAT(clause_message("//@ ensures \\old x;"),
              testing::HasSubstr(":1:13: error: \\old needs an expression in parentheses"));
  EXPECT_THAT(clause_message("//@ ensures \\forall(x);"),
              testing::HasSubstr(":1:13: error: '\\forall' has no meaning in a contract"));
}

}  // namespace
}  // namespace fretsaw::contract
