// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/exchange/sample.hpp"
#include "alloy/exchange/writers.hpp"

namespace fretsaw::test {
namespace {

TEST(InstanceText, AlignsSigsFieldsAndSkolems) {
  const auto model = sample_model();
  EXPECT_EQ(rendered(model, read_text(model, sample_json()), Format::Text),
            "String   = {\"a<b\"}\n"
            "Node     = {Node$0, Node$1}\n"
            "  next   = {Node$0->Node$1, Node$1->Node$1}\n"
            "  info   = {Node$0->3, Node$1->-2}\n"
            "  color  = {Node$0->Color$0, Node$1->Color$1}\n"
            "Leaf     = {Node$1}\n"
            "Inner    = {Node$0}\n"
            "  table  = {Node$0->1->Node$1}\n"
            "Marked   = {Node$1}\n"
            "List     = {List$0}\n"
            "  header = {List$0->Node$0}\n"
            "  name   = {List$0->\"a<b\"}\n"
            "Color    = {Color$0, Color$1}\n"
            "Red      = {Color$0}\n"
            "Green    = {Color$1}\n"
            "$show_n  = {Node$0}\n");
}

TEST(InstanceText, ShowsTheOrderOfAnEnumOnlyIfTheModelOpensIt) {
  const std::string sigs = "enum E { X, Y }\n";
  const char* json = R"({"sigs":{"E":["X$0","Y$0"],"X":["X$0"],"Y":["Y$0"]}})";
  const auto closed = load_text(sigs);
  EXPECT_EQ(rendered(closed, read_text(closed, json), Format::Text),
            "E = {X$0, Y$0}\nX = {X$0}\nY = {Y$0}\n");
  const auto opened = load_text("open util/ordering[E] as ord\n" + sigs);
  EXPECT_NE(rendered(opened, read_text(opened, json), Format::Text).find("ord/Ord"), std::string::npos);
}

TEST(InstanceText, BreaksLongSetsBelowTheirFirstElement) {
  const auto model = load_text("sig A {}\nrun {}\n");
  const auto instance = read_text(model, R"({"sigs":{"A":["A$0","A$1","A$2","A$3","A$4"]}})");
  EXPECT_EQ(rendered(model, instance, Format::Text, {.width = 20}),
            "A = {A$0, A$1, A$2,\n"
            "     A$3, A$4}\n");
}

TEST(InstanceText, ShowsStringsAsTheyAreWrittenInModels) {
  EXPECT_EQ(tuple_text({std::string("A$0"), std::string("\"one\ntwo \"\\\""), std::int64_t{-3}}),
            "A$0->\"one\\ntwo \\\"\\\\\"->-3");
}

TEST(InstanceText, StatesThatThereAreNoSigs) {
  const auto model = load_text("");
  EXPECT_EQ(rendered(model, read_text(model, R"({"sigs":{}})"), Format::Text), "(no sigs)\n");
}

TEST(InstanceText, TintsTheNamesOfSigsForTerminals) {
  const auto model = load_text("sig A { f: A }\n");
  EXPECT_EQ(rendered(model, read_text(model, R"({"sigs":{}})"), Format::Text, {.color = true}),
            "\033[1mA\033[0m   = {}\n  f = {}\n");
}

TEST(Formats, AreNamedAsOnTheCommandLine) {
  for (const Format format : {Format::Text, Format::Json, Format::Xml, Format::Dot, Format::Svg}) {
    EXPECT_EQ(parse_format(to_string(format)), format);
  }
  EXPECT_EQ(parse_format("pdf"), std::nullopt);
  EXPECT_STREQ(file_extension(Format::Text), "txt");
  EXPECT_STREQ(file_extension(Format::Svg), "svg");
}

}  // namespace
}  // namespace fretsaw::test
