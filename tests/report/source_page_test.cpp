// SPDX-License-Identifier: MIT
#include "report/source_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fretsaw {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(SourcePage, ColorsNestedStretchesLineByLineWithoutTheirIndentation) {
  const Source source("m.als", "a {\n  b\n}\nc\n");
  SourcePage page;
  page.listings = {{&source, {{0, 9, Tone::Bad, "outer"}, {6, 7, Tone::Good, "inner"}}}};
  const std::string html = html_of(page);
  EXPECT_THAT(html, HasSubstr("<span class=\"l\"><span class=\"bad\" title=\"outer\">a {</span></span>"
                              "<span class=\"l\">  <span class=\"bad\" title=\"outer\"><span class=\"good\" "
                              "title=\"inner\">b</span></span></span>"
                              "<span class=\"l\"><span class=\"bad\" title=\"outer\">}</span></span>"
                              "<span class=\"l\">c</span></pre>"));
  EXPECT_THAT(html, Not(HasSubstr("id=\"remarks\"")));
}

TEST(SourcePage, HasRemarksBelowTheirLines) {
  const Source source("m.als", "a\nb");
  SourcePage page;
  page.listings = {{&source, {}, {{1, Tone::Bad, "x < y"}, {2, Tone::Neutral, "last"}}}};
  const std::string html = html_of(page);
  EXPECT_THAT(
      html, HasSubstr("<span class=\"l\">a</span><span class=\"remark\"><i class=\"bad\">x &lt; y</i></span>"
                      "<span class=\"l\">b</span><span class=\"remark\"><i class=\"neutral\">last</i>"));
  EXPECT_THAT(html, HasSubstr("<label for=\"remarks\">"));
}

TEST(SourcePage, PutsNumbersToTheRightAndTextToTheLeft) {
  SourcePage page;
  page.tables = {{{"call", "score", "result"}, {{"f(1)", "33.3 %", "passes"}, {"g", "–", "fails"}}}};
  const std::string html = html_of(page);
  EXPECT_THAT(html, HasSubstr("<th class=\"text\">call</th><th>score</th><th class=\"text\">result</th>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"text\">g</td><td>–</td><td class=\"text\">fails</td>"));
}

}  // namespace
}  // namespace fretsaw
