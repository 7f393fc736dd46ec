// SPDX-License-Identifier: MIT
// Literate models: which lines of Markdown are Alloy. The cases are those in which Alloy 6.2.0 was asked.
#include <gtest/gtest.h>

#include "alloy/syntax/parser.hpp"
#include "alloy/syntax/printer.hpp"

namespace fretsaw::alloy {
namespace {

const std::string kFrontMatter = "---\ntitle: x\n---\n";

// The Alloy in it, printed; or where an error is, and which.
std::string literate(const std::string& text, const std::string& name = "m.md") {
  const auto module = parse_module(std::make_shared<const Source>(name, text));
  if (module) return print(*module);
  const Diagnostic& error = module.error();
  return std::to_string(error.location->line) + ":" + std::to_string(error.location->column) + " " +
         error.message;
}

const std::string kOneSig = "sig A {}\n";

TEST(Markdown, IsReadBetweenFences) {
  EXPECT_EQ(
      literate(kFrontMatter + "It's sig text.\n```alloy\nsig A {}\n```\nmore\n```alloy\nsig B {}\n```\nend"),
      "sig A {}\n\nsig B {}\n");
  EXPECT_EQ(literate("---\n---\n```alloy\nsig A {}\n```"), kOneSig) << "an empty head";
  EXPECT_EQ(literate(kFrontMatter + "```alloy\nsig A {}\n````\nfoo\n"), kOneSig)
      << "a fence may have more ticks at its end";
  EXPECT_EQ(literate(kFrontMatter + "```alloy\nsig A {}\n```alloy\nfoo\n```\n"), kOneSig)
      << "this ends one and begins none";
  EXPECT_EQ(literate(kFrontMatter + "```alloy\nsig A {}\n"), kOneSig) << "the last one need not be closed";
}

TEST(Markdown, MayHaveAnyLineEnds) {
  EXPECT_EQ(literate("---\r\n---\r\ntext\r\n```alloy\r\nsig A {}\r\n```\r\n"), kOneSig);
  EXPECT_EQ(literate("---\r---\rtext\r```alloy\rsig A {}\r```\r"), kOneSig);
  EXPECT_EQ(literate("\uFEFF---\n---\n```alloy\nsig A {}\n```\n"), kOneSig);
}

TEST(Markdown, CommentsContinueBehindTheText) {
  EXPECT_EQ(literate(kFrontMatter + "```alloy\nsig A /* a\n```\n*/ fact {}\n```alloy\nb */ {}\n```\n"),
            kOneSig);
}

TEST(Markdown, IsKnownByItsNameOrByItsHeadAndFence) {
  const std::string text = kFrontMatter + "```alloy\nsig A {}\n```\n";
  EXPECT_EQ(literate(text, "m.MD"), kOneSig);
  EXPECT_EQ(literate(text, "m.als"), kOneSig);
  EXPECT_EQ(literate("---\nsig A {}\n", "m.als"), kOneSig) << "a comment";
  EXPECT_EQ(literate("--- a\nsig A {}\n---\n```alloy\n", "m.als"), "4:1 unexpected character '`'");
}

TEST(Markdown, ErrorsAreWhereTheMarkdownHasThem) {
  EXPECT_EQ(literate(kFrontMatter + "ünï\n\n```alloy\nsig A {}\n  sig {}\n```\n"),
            "8:7 expected the name of the sig, found '{'");
  const auto module =
      parse_module(std::make_shared<const Source>("m.md", kFrontMatter + "```alloy\n  sig {}\n```\n"));
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().location->source_line, "  sig {}");
  EXPECT_EQ(module.error().location->file, "m.md");
}

TEST(Markdown, WithoutAHeadOrAFenceIsRefused) {
  EXPECT_EQ(literate("# Text\n```alloy\nsig A {}\n```\n"),
            "1:1 a literate model must begin with the line '---'");
  EXPECT_EQ(literate(""), "1:1 a literate model must begin with the line '---'");
  EXPECT_EQ(literate("--- \n---\n```alloy\nsig A {}\n```\n"),
            "1:1 a literate model must begin with the line '---'");
  EXPECT_EQ(literate("---\ntitle: x\n```alloy\nsig A {}\n```\n"),
            "1:1 unterminated header of a literate model");
  EXPECT_EQ(literate(kFrontMatter + "sig A {}\n"), "1:1 no Alloy block in this literate model");
  EXPECT_EQ(literate(kFrontMatter + "text\n  ```alloy\nsig A {}\n```\n"),
            "5:1 no Alloy block in this literate model");
}

TEST(Markdown, FencesThatAreAlmostRightAreKept) {
  const auto source = std::make_shared<const Source>(
      "m.md", kFrontMatter +
                  "```alloy\nsig A {}\n```\n``` alloy\nx\n```\n~~~Alloy\n```alloyed\n```java\n```{.alloy}\n");
  const auto module = parse_module(source);
  ASSERT_TRUE(module);
  std::vector<std::string> lines;
  for (const Span& fence : module->malformed_fences) lines.emplace_back(fence.text());
  EXPECT_EQ(lines, (std::vector<std::string>{"``` alloy", "~~~Alloy", "```{.alloy}"}));
}

TEST(Markdown, IsNotSearchedInExpressions) {
  const auto text = std::make_shared<const Source>("tests.md", "\n\n a + b ");
  EXPECT_TRUE(parse_expression(text));
}

TEST(Markdown, OfAnyLengthIsReadInOneGo) {
  std::string text = kFrontMatter;
  for (int i = 0; i < 200'000; ++i) text += "a line of `text`, and some more\n";
  text += "```alloy\nsig A {}\n```\n";
  EXPECT_EQ(literate(text), kOneSig);
}

}  // namespace
}  // namespace fretsaw::alloy
