// SPDX-License-Identifier: MIT
// Classes behind pointers to their base, and predicates in all their forms.
#include "cpp/search/searching.hpp"

namespace fretsaw::testing {
namespace {

// Trees of at most `most` nodes over that many leaves, with one unary and one binary kind of node.
std::uint64_t trees(int most, std::uint64_t leaves) {
  std::vector<std::uint64_t> exactly = {0, leaves};
  std::uint64_t sum = leaves;
  for (int n = 2; n <= most; ++n) {
    std::uint64_t count = exactly[static_cast<std::size_t>(n - 1)];
    for (int left = 1; left < n - 1; ++left)
      count += exactly[static_cast<std::size_t>(left)] * exactly[static_cast<std::size_t>(n - 1 - left)];
    exactly.push_back(count);
    sum += count;
  }
  return sum;
}

Found search(const std::string& class_name, const std::string& predicate, std::vector<std::string> words) {
  const Program program(test_class("hierarchy.hpp"), class_name, predicate);
  words.insert(words.end(), {"cross-check", "1"});
  Found found = program.search(words);
  EXPECT_EQ(found.totals.mismatches, 0U);
  return found;
}

TEST(Hierarchy, OneBoundForAllClassesOfAnAbstractOne) {
  // Leaves: 0, 1 and the two literals.
  const Program program(test_class("hierarchy.hpp"), "Formula");
  for (int n = 1; n <= 3; ++n) {
    const Found found = program.search({"objects", "Expr=" + std::to_string(n), "values", "Num::n=0..1",
                                        "values", "Formula::unread=default"});
    EXPECT_EQ(found.totals.structures, 1 + trees(n, 2 + 2)) << n;
  }
}

TEST(Hierarchy, UnreadFieldsAreNamedOrLeft) {
  const Program program(test_class("hierarchy.hpp"), "Formula");
  const std::vector<std::string> words = {"objects",     "Expr=1", "values",
                                          "Num::n=0..1", "values", "Formula::unread=0..2"};
  const Found all = program.search(words);
  EXPECT_EQ(all.totals.structures, (1 + trees(1, 4)) * 3);
  std::vector<std::string> left = words;
  left.insert(left.end(), {"unread", "default"});
  const Found fewer = program.search(left);
  EXPECT_EQ(fewer.totals.structures, 1 + trees(1, 4));
  EXPECT_EQ(fewer.structures.front(), "Formula$0 = Formula {root_ = null, unread_ = (default value)}\n");
  // 1: it took values without being read.
  ASSERT_EQ(all.reader->field_name(1), "Formula::unread_");
  EXPECT_EQ(all.totals.reads[1], '1');
}

TEST(Hierarchy, AFunctionMayLookAtPrivateMembers) {
  EXPECT_EQ(search("Formula", "has_root",
                   {"objects", "Expr=1", "values", "Num::n=0", "values", "Formula::unread=default"})
                .totals.structures,
            trees(1, 1 + 2));
}

TEST(Hierarchy, PredicatesMayReturnNumbers) {
  EXPECT_EQ(search("Formula", "truth",
                   {"objects", "Expr=1", "values", "Num::n=0", "values", "Formula::unread=default"})
                .totals.structures,
            1 + trees(1, 1 + 2));
}

TEST(Hierarchy, PredicatesMayCopyBeTemplatesLambdasOrReturnSomethingLikeABool) {
  // By its alias; x is 0..1, y is 0..1 in two bits with a sign, z is 0..1.
  EXPECT_EQ(search("Place", "on_the_diagonal", {"size", "1"}).totals.structures, 2U);
  EXPECT_EQ(search("Point", "low", {"size", "1"}).totals.structures, 1U);
  EXPECT_EQ(search("Point", "high", {"size", "1"}).totals.structures, 1U);
  EXPECT_EQ(search("Point", "answer", {"size", "1"}).totals.structures, 2U);
}

TEST(Hierarchy, TheDefaultSizeRespectsBitFields) {
  // y has two bits and a sign, z has one: 0..1 both, although x is 0..3.
  EXPECT_EQ(search("Point", "low", {"size", "3"}).totals.structures, 1U);
  const Program program(test_class("hierarchy.hpp"), "Point", "answer");
  EXPECT_EQ(program.search({"size", "3"}).totals.structures, 2U);
}

TEST(Hierarchy, AnEmptyResultReportsTheDeepestCandidate) {
  const Program program(test_class("hierarchy.hpp"), "Point", "answer");
  const Found none =
      program.search({"values", "Point::x=1", "values", "Point::y=-2..-1", "values", "Point::z=0"});
  EXPECT_EQ(none.totals.structures, 0U);
  ASSERT_TRUE(none.totals.deepest);
  EXPECT_EQ(none.reader->variable_name(none.totals.deepest->last), "Point$0.z");
  EXPECT_EQ(none.reader->values_text(1), "-2 or -1");
}

TEST(Hierarchy, UnknownSettingsAreRefused) {
  const Program program(test_class("hierarchy.hpp"), "Point", "answer");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"size", "two"},
                                                {"size", "-1"},
                                                {"objects", "Point"},
                                                {"color", "red"},
                                                {"size"}}) {
    const auto found = program.run(words);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().message.find("invalid setting '" + words[0]), 0U) << found.error().message;
  }
}

}  // namespace
}  // namespace fretsaw::testing
