// SPDX-License-Identifier: MIT
// Every kind of field, with counts that follow from arithmetic or from a few nested loops.
#include <functional>

#include "cpp/search/searching.hpp"

namespace fretsaw::testing {
namespace {

Found search_both_ways(const std::string& class_name, const std::string& predicate,
                       const std::vector<std::string>& words) {
  static std::map<std::string, Program> programs;
  const auto [place, fresh] =
      programs.try_emplace(class_name + " " + predicate, test_class("types.hpp"), class_name, predicate);
  std::vector<std::string> both_ways = words;
  both_ways.insert(both_ways.end(), {"cross-check", "1"});
  Found found = place->second.search(both_ways);
  EXPECT_EQ(found.totals.mismatches, 0U);
  EXPECT_EQ(std::set<std::string>(found.structures.begin(), found.structures.end()).size(),
            found.structures.size());
  return found;
}

const std::vector<std::string> kValues = {
    "values", "Values::number_=1,5", "values", "Values::letter_='a'..'c'",  "values", "Values::real_=0,0.5",
    "values", "Values::small_=1.5",  "values", "Values::constant_=default", "values", "Values::low_=0..3",
    "values", "Values::high_=-1..0", "values", "Inner::level=-1..1"};

TEST(Types, ScalarsEnumsBitFieldsAndNestedStructsMultiply) {
  const Found found = search_both_ways("Values", "rep_ok", kValues);
  EXPECT_EQ(found.totals.structures, 2U * 3 * 2 * 1 * 3 * (2 * 3) * 4 * 2);
  EXPECT_EQ(found.structures.front(),
            "Values$0 = zoo::Values {number_ = 1, letter_ = 'a', real_ = 0, small_ = 1.5, color_ = Red, "
            "inner_ = {flag = false, level = "
            "-1}, low_ = 0, high_ = -1, constant_ = (default value)}\n");
}

// As objects are shown, with codes and commas; a list of them is a list of as many.
TEST(Types, CharactersInAListAreWrittenAsInCpp) {
  std::vector<std::string> words = kValues;
  words[3] = R"(Values::letter_='\x00','\x71',',','\'','\\',x)";
  const Found found = search_both_ways("Values", "rep_ok", words);
  EXPECT_EQ(found.totals.structures, 2U * 6 * 2 * 1 * 3 * (2 * 3) * 4 * 2);
}

TEST(Types, BitFieldsInOneByteAreReadTogetherAndCountedOnce) {
  EXPECT_EQ(search_both_ways("Values", "low_is_two", kValues).totals.structures,
            2U * 3 * 2 * 3 * (2 * 3) * 2);
}

TEST(Types, AStructCopyReadsAllItsFields) {
  EXPECT_EQ(search_both_ways("Values", "inner_copied", kValues).totals.structures, 2U * 3 * 2 * 3 * 4 * 2);
}

TEST(Types, UniquePointersNeverShareAndSharedPointersMay) {
  // 0 is null; objects are numbered in the order of their first use.
  std::uint64_t expected = 0;
  const int n = 3;
  for (int a = 0; a <= n; ++a)
    for (int b = 0; b <= n; ++b)
      for (int c = 0; c <= n; ++c)
        for (int d = 0; d <= n; ++d) {
          int largest = 0;
          bool canonical = true;
          for (const int value : {a, b, c, d}) {
            canonical = canonical && value <= largest + 1;
            largest = std::max(largest, value);
          }
          if (canonical && (a == 0 || a != b)) ++expected;
        }
  EXPECT_EQ(search_both_ways("Owners", "rep_ok", {"objects", "Item=3", "values", "Item::weight=1"})
                .totals.structures,
            expected);
}

const std::vector<std::string> kOneSequence = {"size",   "1",
                                               "values", "Sequences::pair_=0",
                                               "values", "Sequences::raw_=0",
                                               "values", "Sequences::table_.length=0",
                                               "values", "Sequences::records_.length=0"};

TEST(Types, ArraysVectorsAndOptionalsMultiply) {
  // Vectors of 0 or 1 integers of 0..1: 1 + 2. Of vectors of the letter a: 1 + (1 + 1). Of Inner: 1 + 2 * 2.
  const Found found = search_both_ways("Sequences", "rep_ok", {"size", "1"});
  EXPECT_EQ(found.totals.structures, 3U * 4 * 4 * 3 * 3 * 5);
  EXPECT_EQ(found.structures.back(),
            "Sequences$0 = zoo::Sequences {numbers_ = [1], pair_ = [1, 1], raw_ = [1, 1], maybe_ = 1, table_ "
            "= [['a']], records_ = "
            "[{flag = true, level = 1}]}\n");
}

TEST(Types, LengthsAndElementsOfAVectorAreBoundSeparately) {
  std::vector<std::string> words = kOneSequence;
  words.insert(words.end(), {"values", "Sequences::numbers_.length=0,2..3", "values",
                             "Sequences::numbers_=1..3", "values", "Sequences::maybe_.length=0"});
  // Ascending sequences over three values: 1 of length 0, 6 of length 2, 10 of length 3.
  EXPECT_EQ(search_both_ways("Sequences", "ascending", words).totals.structures, 1U + 6 + 10);
}

TEST(Types, AnElementIsReadAfterTheLengthEvenIfOnlyTheElementIsUsed) {
  std::vector<std::string> words = kOneSequence;
  words.insert(words.end(), {"values", "Sequences::numbers_.length=0..2", "values", "Sequences::maybe_=0"});
  // [1], [1, 0], [1, 1], each with and without the optional.
  EXPECT_EQ(search_both_ways("Sequences", "first_is_one", words).totals.structures, 3U * 2);
  const Found unchecked = search_both_ways("Sequences", "unchecked", words);
  EXPECT_EQ(unchecked.totals.structures, 2U * 2);
  EXPECT_GT(unchecked.totals.all_aborted(), 0U);
}

TEST(Types, TheValueOfAnEmptyOptionalCannotBeRead) {
  std::vector<std::string> words = kOneSequence;
  words.insert(words.end(), {"values", "Sequences::numbers_.length=0", "values", "Sequences::maybe_=0..1"});
  const Found found = search_both_ways("Sequences", "unwraps", words);
  EXPECT_EQ(found.totals.structures, 1U);
  EXPECT_EQ(found.totals.all_aborted(), 1U);
}

TEST(Types, TwoReferencesOverTwoSiblingClassesGiveElevenStructures) {
  EXPECT_EQ(search_both_ways("Siblings", "rep_ok",
                             {"objects", "First=2", "objects", "Second=2", "objects", "Any=0", "values",
                              "Siblings::unused_=default"})
                .totals.structures,
            11U);
}

TEST(Types, DerivedObjectsStandBehindABasePointer) {
  const Found found = search_both_ways("Drawing", "rep_ok", {"size", "3", "values", "Extra::extra_=5"});
  // Circles with radius 1..3, squares with side 2..3.
  EXPECT_EQ(found.totals.structures, 3U + 2);
  EXPECT_EQ(found.structures.back(),
            "Drawing$0 = zoo::Drawing {shape_ = Square$0}\nSquare$0 = zoo::Square {extra_ = 5, id_ = 2, "
            "side_ = 3}\n");
}

TEST(Types, TheRootIsOneOfTheNodes) {
  const Found found = search_both_ways("Ring", "rep_ok", {"size", "3", "values", "Ring::owned_=null"});
  EXPECT_EQ(found.totals.structures, 3U);
  EXPECT_EQ(found.structures[0], "Ring$0 = zoo::Ring {next_ = Ring$0, owned_ = null}\n");
}

TEST(Types, AClassWithoutFieldsHasOneObject) {
  EXPECT_EQ(search_both_ways("Nothing", "rep_ok", {}).structures,
            std::vector<std::string>{"Nothing$0 = zoo::Nothing {}\n"});
}

TEST(Types, ReferencesAreNeverNull) {
  const Found found =
      search_both_ways("Referring", "rep_ok", {"objects", "Item=3", "values", "Item::weight=0"});
  EXPECT_EQ(found.totals.structures, 1U);
}

TEST(Types, TemplatesAreSearchedByTheirSpecializations) {
  // Lists of at most 2 nodes over 3 values.
  EXPECT_EQ(search_both_ways("Stack<short>", "rep_ok", {"size", "2"}).totals.structures, 1U + 3 + 9);
}

TEST(Types, ReadsInsideTheCLibraryAreSeen) {
  const std::vector<std::function<bool(const int*, const int*)>> meaning = {
      [](const int* a, const int* b) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; },
      [](const int* a, const int*) { return a[0] == 1 && a[2] == 1; },
      [](const int* a, const int* b) {
        return a[0] == b[0] && (a[0] == 0 || (a[1] == b[1] && (a[1] == 0 || (a[2] == 0 && b[2] == 0))));
      },
      [](const int* a, const int*) { return a[0] == 1 && a[1] == 0; },
      [](const int* a, const int* b) { return a[0] == b[0] && a[1] == b[1] && a[2] == b[2]; },
      [](const int* a, const int*) { return a[0] == 1 || a[1] == 1 || a[2] == 1; },
      [](const int* a, const int*) { return a[1] == 1; },
      [](const int* a, const int* b) { return a[0] == b[0] && (a[0] == 0 || a[1] == b[1]); },
      [](const int* a, const int*) { return a[2] == 1; }};
  for (std::size_t function = 0; function < meaning.size(); ++function) {
    if (function == 2) continue;  // strcmp runs off arrays without a zero; the next test has it
    std::uint64_t expected = 0;
    for (int bits = 0; bits < 64; ++bits) {
      const int a[] = {bits & 1, bits >> 1 & 1, bits >> 2 & 1};
      const int b[] = {bits >> 3 & 1, bits >> 4 & 1, bits >> 5 & 1};
      if (meaning[function](a, b)) ++expected;
    }
    const Found found = search_both_ways("Bytes", "rep_ok",
                                         {"values", "Bytes::a_=0..1", "values", "Bytes::b_=0..1", "values",
                                          "Bytes::function_=" + std::to_string(function)});
    EXPECT_EQ(found.totals.structures, expected) << "function " << function;
  }
}

TEST(Types, AStringWithoutItsEndIsReadNoFurtherThanTheObject) {
  const Found found = search_both_ways(
      "Bytes", "rep_ok",
      {"values", "Bytes::a_=0..1", "values", "Bytes::b_=0..1", "values", "Bytes::function_=2"});
  EXPECT_GT(found.totals.structures, 0U);
  EXPECT_EQ(found.totals.mismatches, 0U);
}

TEST(Types, APredicateWithSeveralArgumentsGivesTuples) {
  const Found found = search_both_ways("Item", "heavier", {"size", "2"});
  // b is a itself (by = 0, three weights) or another item: weights (0,0,0) (1,1,0) (2,2,0) (1,0,1) (2,1,1)
  // (2,0,2).
  EXPECT_EQ(found.totals.structures, 3U + 6);
  EXPECT_EQ(found.structures.front(),
            "heavier$0 = heavier {a = Item$0, b = Item$0, by = 0}\nItem$0 = zoo::Item {weight = 0}\n");
}

TEST(Types, AFunctionThatTakesTheObjectIsAPredicate) {
  EXPECT_EQ(search_both_ways("Item", "weightless", {"size", "4"}).totals.structures, 1U);
}

TEST(Types, AFieldThatCannotBeSearchedIsRefusedByNameAndCanBeLeft) {
  const Program program(test_class("types.hpp"), "Unsupported");
  const auto refused = program.run({"size", "1"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "'std::map<const char *, int>' is not supported as a field ('zoo::Unsupported::table_')");
  ASSERT_EQ(refused.error().notes.size(), 1U);
  EXPECT_EQ(refused.error().notes[0].message,
            "keys of type 'const char *' are not supported; numbers, enumerators and strings are");
  EXPECT_EQ(refused.error().hint, "to keep its default value, use --values zoo::Unsupported::table_=default");
  EXPECT_EQ(program.search({"size", "1", "values", "Unsupported::table=default"}).totals.structures, 1U);
}

}  // namespace
}  // namespace fretsaw::testing
