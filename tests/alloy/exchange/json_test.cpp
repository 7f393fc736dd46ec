// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "alloy/exchange/sample.hpp"
#include "report/json_tree.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;

TEST(InstanceJson, WritesWhatItReads) {
  const auto model = sample_model();
  EXPECT_EQ(json::parse(rendered(model, read_text(model, sample_json()), Format::Json)),
            json::parse(sample_json()));
}

TEST(InstanceJson, HasEverySigAndFieldEvenIfEmpty) {
  const auto model = load_text("open util/ordering[A] as ord\nsig A { f: A }\nsig B in A {}\n");
  const json written = json::parse(rendered(model, read_text(model, R"({"sigs":{}})"), Format::Json));
  EXPECT_EQ(written["sigs"]["A"], json::array());
  EXPECT_EQ(written["sigs"]["B"], json::array());
  EXPECT_EQ(written["sigs"]["ord/Ord"], json::array());
  EXPECT_EQ(written["fields"]["A.f"], json::array());
  EXPECT_EQ(written["fields"]["ord/Ord.First"], json::array());
  EXPECT_FALSE(written["sigs"].contains("Int"));
  EXPECT_FALSE(written["sigs"].contains("univ"));
}

TEST(InstanceJson, IsFoundInsideDocuments) {
  const auto model = load_text("sig A {}\n");
  const std::string instance = R"({"sigs":{"A":["A$0"]},"fields":{}})";
  for (const std::string& text : {R"({"results":[{"instance":null},{"instance":)" + instance + "}]}",
                                  R"({"results":[)" + instance + "]}", R"({"instance":)" + instance + "}"}) {
    EXPECT_EQ(read_text(model, text).first().sigs.back().atoms.size(), 1U) << text;
  }
}

TEST(InstanceJson, ASigHoldsWhatItsSubsigsHoldIfItIsNotMentioned) {
  const auto model = sample_model();
  const auto instance = read_text(model, R"({"sigs":{"Leaf":["L$0"],"Inner":["I$0"]}})");
  EXPECT_EQ(rendered(model, instance, Format::Text).find("Node     = {L$0, I$0}"), 0U);
}

struct BadText {
  const char* text;
  const char* message;  // without the file's name
};

class BadJson : public testing::TestWithParam<BadText> {};

TEST_P(BadJson, IsRefusedWithItsPlace) {
  const auto model = sample_model();
  const auto instance = read_instance(model, source("i", GetParam().text));
  ASSERT_FALSE(instance.ok());
  EXPECT_THAT(render(instance.error()), testing::StartsWith(std::string("i:") + GetParam().message + "\n"));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadJson,
    testing::Values(
        BadText{"", "1:1: error: expected JSON or XML"}, BadText{"hello", "1:1: error: expected JSON or XML"},
        BadText{"{\"sigs\": {", "1:11: error: not JSON: expected a key or '}', found the end of the text"},
        BadText{"{}", "1:1: error: no instance in the document"},
        BadText{"{\"sigs\": []}",
                "1:10: error: expected an object that lists the atoms of each sig in 'sigs', found an array"},
        BadText{"{\"sigs\":\n {\"Node\": 3}}",
                "2:11: error: expected an array of atoms in 'sigs.Node', found a number"},
        BadText{"{\"sigs\": {\"Node\": [null]}}",
                "1:20: error: expected an atom (a string or an integer) in 'sigs.Node[0]', found null"},
        BadText{"{\"sigs\": {}, \"skolems\": {\"$x\": [[]]}}", "1:33: error: empty tuple"},
        BadText{"{\"sigs\": {\"Noed\": []}}", "1:11: error: unknown sig 'Noed'; did you mean 'Node'?"},
        BadText{"{\"sigs\": {\"Leaf\": [], \"Leaf\": []}}", "1:23: error: not JSON: duplicate key 'Leaf'"},
        BadText{"{\"sigs\": {\"Node\": [], \"Leaf\": [\"a\"]}}",
                "1:11: error: 'a' is in 'Leaf' but not in its parent 'Node'"},
        BadText{"{\"sigs\": {\"Leaf\": [\"a\"], \"Inner\": [\"a\"]}}",
                "1:36: error: 'a' is in both 'Leaf' and 'Inner', which are disjoint"},
        BadText{"{\"sigs\": {\"List\": [7]}}", "1:20: error: the integer 7 cannot be in 'List'"},
        BadText{"{\"sigs\": {\"Marked\": [\"b\"]}}", "1:22: error: unknown atom 'b': no sig contains it"},
        BadText{"{\"sigs\": {\"List\": [\"b\"], \"Marked\": [\"b\"]}}",
                "1:37: error: 'b' is in 'Marked' but in none of its parents"},
        BadText{"{\"sigs\": {}, \"fields\": {\"Node.nxt\": []}}",
                "1:25: error: unknown field 'Node.nxt'; did you mean 'Node.next'?"},
        BadText{"{\"sigs\": {}, \"fields\": {\"Node.next\": [\"a\"]}}",
                "1:39: error: expected a tuple (an array of atoms) in 'fields[\"Node.next\"][0]', found a "
                "string"},
        BadText{"{\"sigs\": {\"Leaf\": [\"a\"]}, \"fields\": {\"Node.next\": [[\"a\"]]}}",
                "1:52: error: invalid tuple for 'Node.next': expected 2 atoms, found 1"},
        BadText{"{\"sigs\": {\"Leaf\": [\"a\"]}, \"fields\": {\"Node.next\": [[\"a\", \"z\"]]}}",
                "1:58: error: unknown atom 'z': no sig contains it"},
        BadText{"{\"sigs\": {\"Leaf\": [\"a\"]}, \"fields\": {\"Node.info\": [[\"a\", 8]]}}",
                "1:58: error: the number 8 does not fit the bit width 4"},
        BadText{"{\"sigs\": {\"Leaf\": [\"a\"]}, \"fields\": {\"Node.next\": [[\"a\", 2]]}}",
                "1:52: error: invalid tuple for 'Node.next', whose type is Node->Node"},
        BadText{"{\"sigs\": {}, \"bitwidth\": 31}", "1:26: error: invalid bit width 31: expected 0..30"},
        BadText{"{\"sigs\": {}, \"bitwidth\": 4.5}",
                "1:26: error: expected an integer in 'bitwidth', found a number that is not an integer"}));

TEST(InstanceJson, SuggestsNames) {
  const auto instance = read_instance(sample_model(), source("i", R"({"sigs":{},"fields":{"Node.nxt":[]}})"));
  ASSERT_FALSE(instance.ok());
  EXPECT_EQ(instance.error().message, "unknown field 'Node.nxt'; did you mean 'Node.next'?");
}

TEST(JsonTree, KnowsWhereEverythingStands) {
  const auto text = source("i", "{ \"a\\\"b\" : [1, -2.5,\n \"x\", {}], \"c\": true }");
  const auto tree = parse_json(text);
  ASSERT_TRUE(tree.ok());
  ASSERT_EQ(tree->children.size(), 2U);
  EXPECT_EQ(tree->children[0].key_span.text(), "\"a\\\"b\"");
  EXPECT_EQ(tree->children[0].span.text(), "[1, -2.5,\n \"x\", {}]");
  EXPECT_EQ(tree->children[0].children[1].span.text(), "-2.5");
  EXPECT_EQ(tree->children[0].children[2].span.text(), "\"x\"");
  EXPECT_EQ(tree->children[0].children[3].span.text(), "{}");
  EXPECT_EQ(tree->member("c")->span.text(), "true");
  EXPECT_EQ(tree->span.text(), text->text());
}

TEST(JsonTree, RefusesDeepNesting) {
  const auto tree = parse_json(source("i", std::string(100000, '[')));
  ASSERT_FALSE(tree.ok());
  EXPECT_EQ(tree.error().message, "nested more than 1000 deep");
}

TEST(JsonTree, PointsAtWhatIsNotJson) {
  const auto tree = parse_json(source("i", "{\"a\": 1,\n  \"b\" 2}"));
  ASSERT_FALSE(tree.ok());
  EXPECT_EQ(tree.error().location->line, 2U);
  EXPECT_EQ(tree.error().location->column, 7U);
}

}  // namespace
}  // namespace fretsaw::test
