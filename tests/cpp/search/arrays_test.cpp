// SPDX-License-Identifier: MIT
// Arrays behind pointers: their length is chosen, or the value of a field.
#include "cpp/search/searching.hpp"

namespace fretsaw::testing {
namespace {

Found both_ways(const Program& program, std::vector<std::string> words) {
  words.insert(words.end(), {"cross-check", "1"});
  Found found = program.search(words);
  EXPECT_EQ(found.totals.mismatches, 0U);
  EXPECT_EQ(std::set<std::string>(found.structures.begin(), found.structures.end()).size(),
            found.structures.size());
  return found;
}

const std::vector<std::string> kRows = {"values", "Rows::rows.length=count",    "values", "Rows::count=0..2",
                                        "values", "Row::letters.length=length", "values", "Row::length=0..2",
                                        "values", "Row::letters='a','b'"};

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Arrays, AreAsLongAsAField) {
  const Program program(test_class("arrays.hpp"), "Rows");
  const Found found = both_ways(program, with(kRows, {"values", "Rows::cells.length=null"}));
  // A row is "a", "aa" or "ab"; there are none, one or two.
  EXPECT_EQ(found.totals.structures, 1U + 3 + 9);
  EXPECT_EQ(
      found.structures.back(),
      "Rows$0 = zoo::Rows {rows_ = [{letters = ['a', 'b'], length = 2}, {letters = ['a', 'b'], length = 2}], "
      "count_ = 2, cells_ = null}\n");
  EXPECT_EQ(found.totals.all_aborted(), 0U);
}

TEST(Arrays, HaveALengthOfTheirOwnOrAreNull) {
  const Program program(test_class("arrays.hpp"), "Rows");
  const Found found =
      both_ways(program, {"values", "Rows::rows=default", "values", "Rows::count=0", "values",
                          "Rows::cells.length=null,0..2", "objects", "Cell=2", "values", "Cell::value=1"});
  // Null; two cells that are null or the same. Of arrays that are shorter, cells_[1] is out of range.
  ASSERT_EQ(found.totals.structures, 1U + 2);
  EXPECT_GT(found.totals.all_aborted(), 0U);
  EXPECT_EQ(found.totals.first_abort->how, guest::Termination::OutOfRange);
  EXPECT_EQ(found.structures[2],
            "Rows$0 = zoo::Rows {rows_ = (default value), count_ = 0, cells_ = [Cell$0, Cell$0]}\n"
            "Cell$0 = zoo::Cell {value = 1}\n");
}

TEST(Arrays, LengthsAreReadWithTheElementsThatHideBehindThem) {
  const Program second(test_class("arrays.hpp"), "Rows", "second_is_b");
  const auto words = with(kRows, {"values", "Rows::cells.length=null"});
  // The first row is "ab" or "bb"; there is no second one, or one of 1 + 2 + 4.
  EXPECT_EQ(both_ways(second, words).totals.structures, 2U * (1 + 7));
  const Program anything(test_class("arrays.hpp"), "Rows", "anything");
  EXPECT_EQ(both_ways(anything, words).totals.structures, 1U + 7 + 49);
}

TEST(Arrays, OfTheExampleAreCounted) {
  const Program program(example("array_stack.hpp"), "ArrayStack");
  // Capacities up to 3, and up to that many elements out of 4.
  EXPECT_EQ(
      both_ways(program, {"size", "3", "values", "ArrayStack::elements.length=capacity"}).totals.structures,
      1U + (1 + 4) + (1 + 4 + 16) + (1 + 4 + 16 + 64));
}

TEST(Members, OfBasesAndUnnamedStructsAreDistinguished) {
  const Program program(test_class("arrays.hpp"), "Mixed");
  const Found found = both_ways(program, {"size", "2"});
  ASSERT_EQ(found.totals.structures, 3U);
  EXPECT_EQ(found.structures[1],
            "Mixed$0 = zoo::Mixed {zoo::Hidden::level_ = 1, zoo::Other::level_ = 2, on_ = true, deep_ = 1, "
            "limit_ = (default value), chosen_ = 1}\n");
  EXPECT_EQ(both_ways(program, {"size", "2", "values", "Hidden::level=0"}).totals.structures, 0U);
}

}  // namespace
}  // namespace fretsaw::testing
