// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/generating.hpp"
#include "cli/summaries.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Skeleton : public Generate {
 protected:
  Finished skeleton(const std::string& text, const std::string& class_name,
                    const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"skeleton", folder_.write("input.hpp", text), "--class", class_name};
    words.insert(words.end(), more.begin(), more.end());
    return fretsaw(words);
  }
};

TEST_F(Skeleton, IsAFinitizationThatGivesWhatTheSizeGives) {
  const auto printed = skeleton(kList, "List");
  EXPECT_EQ(printed.status, 0);
  EXPECT_EQ(printed.err, "");
  EXPECT_EQ(printed.out,
            "// Finitization of app::List, from input.hpp.\n"
            "//\n"
            "// app::List, 16 bytes\n"
            "//   head_: app::List::Node *\n"
            "//   size_: int\n"
            "//\n"
            "// app::List::Node, 16 bytes\n"
            "//   next: app::List::Node *\n"
            "//   key: int\n"
            "//\n"
            "#include <fretsaw/finitization.hpp>\n"
            "\n"
            "void finitize_app__List(fretsaw::Finitization& f, int size) {\n"
            "  f.objects(\"app::List::Node\", size);\n"
            "  f.set(\"app::List::head_\", fretsaw::null_or(\"app::List::Node\"));\n"
            "  f.set(\"app::List::Node::next\", fretsaw::null_or(\"app::List::Node\"));\n"
            "  f.set(\"app::List::Node::key\", fretsaw::range(0, size));\n"
            "  f.set(\"app::List::size_\", fretsaw::range(0, size));\n"
            "}\n");
  const std::string file = folder_.write("finitization.cpp", printed.out);
  EXPECT_THAT(lists({"--size", "2", "--count", "--finitization", file}).out,
              HasSubstr(complete(13, "structure")));
}

constexpr const char* kGaps = R"(
#include <map>
#include <vector>
enum class Color { Red, Green };
struct Shape { virtual ~Shape() = default; virtual int area() const = 0; };
struct Gaps {
  double real;
  int* data;
  int count;
  std::map<int, int> table;
  const int limit = 4;
  Color color;
  std::vector<std::vector<int>> rows;
  struct { bool on; } nested;
  Shape* shape;
  bool rep_ok() const { return true; }
};
)";

TEST_F(Skeleton, MarksWhatItCannotKnow) {
  const auto printed = skeleton(kGaps, "Gaps");
  EXPECT_EQ(printed.status, 0);
  EXPECT_THAT(
      printed.out,
      HasSubstr("  f.set(\"Gaps::real\", ?\?\?);  // double: fretsaw::reals({0, 0.5}), for example\n"));
  EXPECT_THAT(
      printed.out,
      HasSubstr("  f.set(\"Gaps::data\", fretsaw::range(0, size));\n"
                "  f.set(\"Gaps::data.length\", ?\?\?);  // int *: \"0..3\", or the field that holds its "
                "length; or f.leave(\"Gaps::data\")\n"));
  EXPECT_THAT(printed.out, HasSubstr("  f.length(\"Gaps::table\", 0, size);\n"
                                     "  f.set(\"Gaps::table.key\", fretsaw::range(0, size));\n"
                                     "  f.set(\"Gaps::table.value\", fretsaw::range(0, size));\n"));
  EXPECT_THAT(printed.out, HasSubstr("  f.leave(\"Gaps::limit\");  // const, initialized in the class\n"));
  EXPECT_THAT(printed.out, HasSubstr("  f.set(\"Gaps::color\", fretsaw::names({\"Red\", \"Green\"}));\n"));
  EXPECT_THAT(printed.out, HasSubstr("  f.length(\"Gaps::rows\", 0, size);\n  f.set(\"Gaps::rows\", "));
  EXPECT_THAT(printed.out, HasSubstr("  f.set(\"Gaps::nested.on\", \"false,true\");\n"));
  EXPECT_THAT(printed.out, HasSubstr("  f.set(\"Gaps::shape\", ?\?\?);  // no class derives from Shape\n"));
  // With the gaps filled it is one that the search takes.
  std::string filled = printed.out;
  for (const std::string with : {"\"0.5\"", "\"count\"", "\"null\""}) {
    const std::size_t gap = filled.find("?\?\?)");
    ASSERT_NE(gap, std::string::npos);
    filled.replace(gap, 3, with);
  }
  folder_.write("filled.cpp", filled);
  const auto found = generate(kGaps, "Gaps",
                              {"--size", "1", "--count", "--values", "Gaps::rows.length=0", "--finitization",
                               folder_ / "filled.cpp"});
  // Arrays of nothing, [0] or [1], two colors, on or off; an empty map, or one of one of two keys and values.
  EXPECT_THAT(found.out, HasSubstr(complete(60, "structure"))) << found.err;
}

TEST_F(Skeleton, GivesTheClassesInADocument) {
  const json document = skeleton(kList, "List", {"--json"}).json();
  EXPECT_EQ(document["command"], "skeleton");
  EXPECT_EQ(document["class"], "app::List");
  ASSERT_EQ(document["classes"].size(), 2U);
  EXPECT_EQ(document["classes"][1]["name"], "app::List::Node");
  EXPECT_EQ(document["classes"][1]["fields"][1],
            json::parse(R"({"name":"key","type":"int","class":"app::List::Node"})"));
  EXPECT_THAT(document["finitization"].get<std::string>(), HasSubstr("void finitize_app__List("));
}

TEST_F(Skeleton, NamesTheParametersOfAPredicate) {
  const auto printed = skeleton(
      std::string(kList) + "inline bool near(const app::List& a, int n) { return n > 0 && a.rep_ok(); }\n",
      "List", {"--predicate", "near"});
  EXPECT_THAT(printed.out, HasSubstr("// arguments of near\n"));
  EXPECT_THAT(printed.out, HasSubstr("  f.set(\"near::n\", fretsaw::range(0, size));\n"));
}

TEST_F(Skeleton, ComplainsLikeEveryCommand) {
  const auto unknown = skeleton(kList, "Lists", {"--json"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(std::string(unknown.json()["error"]["message"]),
              testing::ContainsRegex("^no class 'Lists' in '.*'; did you mean 'List'\\?$"));
  EXPECT_EQ(fretsaw({"skeleton", "no/such.hpp", "--class", "A"}).status, 2);
  EXPECT_EQ(fretsaw({"skeleton", "no/such.hpp"}).status, 2);
}

}  // namespace
}  // namespace fretsaw::test
