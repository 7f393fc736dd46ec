// SPDX-License-Identifier: MIT
#include "cpp/contract/cxx_clause.hpp"

#include <gmock/gmock.h>

#include <regex>

#include "cpp/contract/clause.hpp"

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

TEST(CxxClauses, WithErrorsAreReportedWithLocations) {
  EXPECT_THAT(
      clause_message("//@ requires \\result;"),
      testing::HasSubstr(":1:14: error: '\\result' cannot be used here: it exists only after the call"));
  EXPECT_THAT(
      clause_message("//@ invariant \\old(size) == 1;"),
      testing::HasSubstr(":1:15: error: '\\old' is not allowed here: the clause describes a single state"));
  EXPECT_THAT(clause_message("//@ ensures \\result;", false),
              testing::HasSubstr(":1:13: error: '\\result' cannot be used here: the call has no result"));
  EXPECT_THAT(
      clause_message("//@ ensures \\old(\\result);"),
      testing::HasSubstr(":1:18: error: '\\result' cannot be used here: it exists only after the call"));
  EXPECT_THAT(clause_message("//@ ensures \\old(\\old(x));"),
              testing::HasSubstr(":1:18: error: nested '\\old'"));
  EXPECT_THAT(clause_message("//@ ensures \\old x;"),
              testing::HasSubstr(":1:13: error: expected '(' after '\\old'"));
  EXPECT_THAT(clause_message("//@ ensures \\forall(x);"),
              testing::HasSubstr(":1:13: error: unknown keyword '\\forall' in a contract"));
}

// Conjuncts have a star.
std::vector<std::string> parts(const std::string& text) {
  const auto source = std::make_shared<const Source>("list.hpp", "(" + text + ")");
  std::vector<std::string> out;
  for (const CxxSubexpression& part :
       parts_of({source.get(), 1, static_cast<std::uint32_t>(text.size() + 1)}))
    out.push_back((part.is_conjunct ? "*" : "") + std::string(part.span.text()));
  return out;
}

TEST(CxxSubexpressions, AreConjunctsAndTheSidesOfComparisons) {
  using testing::ElementsAre;
  EXPECT_THAT(parts("a == b && !c"), ElementsAre("*a == b", "a", "b", "*!c"));
  EXPECT_THAT(parts("size() == \\old(size()) + 1"),
              ElementsAre("*size() == \\old(size()) + 1", "size()", "\\old(size()) + 1"));
  EXPECT_THAT(parts("p != nullptr && p->next >= 0"),
              ElementsAre("*p != nullptr", "p", "*p->next >= 0", "p->next"));
  EXPECT_THAT(parts("f(a && b, c < d) != -1"), ElementsAre("*f(a && b, c < d) != -1", "f(a && b, c < d)"));
  EXPECT_THAT(parts("&\\result == this"), ElementsAre("*&\\result == this", "&\\result", "this"));
  EXPECT_THAT(parts("a < b"), ElementsAre("*a < b", "a", "b"));
  EXPECT_THAT(parts("c == '&' && s == \"==\""), ElementsAre("*c == '&'", "c", "*s == \"==\"", "s"));
  EXPECT_THAT(parts("a == b == c"), ElementsAre("*a == b == c"));
}

TEST(CxxSubexpressions, AreNotGuessed) {
  for (const char* const text : {"a || b == c", "a ? b : c == d", "a & b", "a = b", "a << 1 == b",
                                 "a, b == c", "std::max<int>(a, b) == c", "[](int i) { return i; }(3) == a",
                                 "a and b == c", "a <=> b", "a /* = */ == b"})
    EXPECT_THAT(parts(text), testing::IsEmpty()) << text;
}

TEST(CxxClauses, ReportTheValuesOfTheirPartsOnRequest) {
  const auto source = std::make_shared<const Source>("list.hpp", "ensures a == \\old(b);");
  Clause clause;
  clause.kind = ClauseKind::Ensures;
  clause.cxx = {source.get(), 8, 20};
  const auto plain = read_cxx_clause(clause, false);
  ASSERT_TRUE(plain.ok()) << render(plain.error());
  EXPECT_THAT(plain->expression, testing::Not(testing::HasSubstr("fretsaw_part")));
  const auto noted = read_cxx_clause(clause, false, true);
  ASSERT_TRUE(noted.ok()) << render(noted.error());
  EXPECT_EQ(noted->parts.size(), 3U);
  std::string text = std::regex_replace(noted->expression, std::regex("\n#line 1 \"list.hpp\"\n *"), "");
  std::erase_if(text, [](char c) { return c == '\n' || c == ' '; });
  EXPECT_EQ(text, "(::fretsaw_part(0,(::fretsaw_part(1,(a))==::fretsaw_part(2,(fretsaw_old_0)))))");
}

}  // namespace
}  // namespace fretsaw::contract
