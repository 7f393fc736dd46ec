// SPDX-License-Identifier: MIT
#include "base/source.hpp"

#include <gtest/gtest.h>

#include "base/excerpt.hpp"
#include "support/folder.hpp"

namespace fretsaw {
namespace {

class ReadSource : public testing::Test {
 protected:
  std::string file(const std::string& text) const { return folder_.write("m.als", text); }

  const test::Folder folder_;
};

TEST(Source, CountsLinesAndCharactersFromOne) {
  const Source source("m.als", "sig A {}\nsig Bé { f: A }\n");
  const Location where = source.locate(14, 18);
  EXPECT_EQ(where.line, 2U);
  EXPECT_EQ(where.column, 6U);
  EXPECT_EQ(where.source_line, "sig Bé { f: A }");
}

TEST(Excerpt, IsWholeWithTheParenthesesAtItsEnds) {
  const auto source = std::make_shared<const Source>("m.als", "no ((a + b).c & (d.e))");
  const auto whole_text = [&](std::uint32_t begin, std::uint32_t end) {
    return std::string(whole(Span{source.get(), begin, end}).text());
  };
  EXPECT_EQ(whole_text(5, 13), "(a + b).c");
  EXPECT_EQ(whole_text(5, 20), "(a + b).c & (d.e)");
  EXPECT_EQ(whole_text(5, 10), "a + b");
}

TEST(Source, TreatsEveryLineEndingAlike) {
  const Source source("m.als", "a\r\nb\rc\nd");
  EXPECT_EQ(source.locate(3, 4).line, 2U);
  EXPECT_EQ(source.locate(5, 6).line, 3U);
  EXPECT_EQ(source.locate(7, 8).line, 4U);
  EXPECT_EQ(source.locate(3, 4).source_line, "b");
}

TEST(Source, LocatesTheEndOfTheText) {
  const Source source("m.als", "sig");
  EXPECT_EQ(source.locate(99, 100).column, 4U);
}

TEST_F(ReadSource, RefusesWhatIsNoTextFile) {
  EXPECT_EQ(read_source("/nonexistent/m.als").error().message, "no such file or directory");
  EXPECT_EQ(read_source(folder_.path()).error().message, "expected a file, found a directory");
  const auto binary = read_source(file(std::string("sig A\n\x7f\xff\x00garbage", 16)));
  ASSERT_FALSE(binary);
  EXPECT_EQ(binary.error().location->line, 2U);
  EXPECT_EQ(binary.error().location->column, 2U);
  const auto large = read_source(file(std::string(3 << 20, ' ')), std::size_t{2} << 20);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().message, "file larger than 2 MB, the maximum");
}

TEST_F(ReadSource, ReadsAnEmptyFile) {
  const auto empty = read_source(file(""));
  ASSERT_TRUE(empty);
  EXPECT_EQ((*empty)->text(), "");
  EXPECT_EQ((*empty)->locate(0, 0).line, 1U);
}

TEST_F(ReadSource, TakesWhatCannotBeUtf8ForLatin1) {
  const auto old = read_source(file("sig A {} // caf\xe9\n"));
  ASSERT_TRUE(old);
  EXPECT_EQ((*old)->text(), "sig A {} // caf\u00e9\n");
}

}  // namespace
}  // namespace fretsaw
