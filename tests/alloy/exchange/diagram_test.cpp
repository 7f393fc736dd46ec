// SPDX-License-Identifier: MIT
#include "report/diagram.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/exchange/instance_diagram.hpp"
#include "alloy/exchange/sample.hpp"

namespace fretsaw::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const DiagramNode* node(const Diagram& diagram, const std::string& atom) {
  for (const DiagramNode& candidate : diagram.nodes) {
    if (candidate.id == atom) return &candidate;
  }
  return nullptr;
}

std::vector<std::string> edges(const Diagram& diagram) {
  std::vector<std::string> texts;
  for (const DiagramEdge& edge : diagram.edges) {
    texts.push_back(edge.from + (edge.both_ways ? " <-> " : " -> ") + edge.to + ": " + edge.label);
  }
  return texts;
}

TEST(Diagram, DrawsAtomsAsNodesAndTuplesAsEdges) {
  const auto model = sample_model();
  const Diagram diagram = diagram_of(model, read_text(model, sample_json()));
  EXPECT_EQ(diagram.nodes.size(), 3U) << "the members of an enum are values, not nodes";
  EXPECT_THAT(edges(diagram), ElementsAre("Node$0 -> Node$1: next", "Node$1 -> Node$1: next",
                                          "Node$0 -> Node$1: table [1]", "List$0 -> Node$0: header"));
}

TEST(Diagram, OfATraceHasTheSamePlacesInAllStatesAndMarksWhatChanges) {
  const auto model = load_text("var sig A { var r: set A }\nrun {} for 2\n");
  const auto state = [](const std::string& atoms, const std::string& tuples) {
    return "{\"sigs\":{\"A\":[" + atoms + "]},\"fields\":{\"A.r\":[" + tuples + "]}}";
  };
  const std::vector<Diagram> diagrams =
      diagrams_of(model, read_text(model, "{\"loop\":1,\"states\":[" + state(R"("A$0")", "") + "," +
                                              state(R"("A$0","A$1")", R"(["A$0","A$1"])") + "]}"));
  ASSERT_EQ(diagrams.size(), 2U);
  EXPECT_EQ(diagrams[0].nodes.size(), 2U);
  EXPECT_EQ(edges(diagrams[0]), edges(diagrams[1]));
  EXPECT_TRUE(node(diagrams[0], "A$1")->hidden);
  EXPECT_TRUE(diagrams[0].edges[0].hidden);
  EXPECT_FALSE(node(diagrams[1], "A$1")->hidden);
  EXPECT_TRUE(node(diagrams[1], "A$1")->marked);
  EXPECT_TRUE(diagrams[1].edges[0].marked);
  EXPECT_FALSE(node(diagrams[1], "A$0")->marked);
}

TEST(Diagram, WritesValuesAndMarksIntoTheNode) {
  const auto model = sample_model();
  const Diagram diagram = diagram_of(model, read_text(model, sample_json()));
  const DiagramNode* const leaf = node(diagram, "Node$1");
  ASSERT_NE(leaf, nullptr);
  EXPECT_EQ(leaf->title, "Node$1");
  EXPECT_EQ(leaf->kind, "Leaf");
  EXPECT_FALSE(leaf->round);
  EXPECT_THAT(leaf->marks, ElementsAre("Marked"));
  EXPECT_THAT(leaf->values, ElementsAre("info: -2", "color: Green"));
  EXPECT_THAT(node(diagram, "Node$0")->marks, ElementsAre("$show_n"));
  EXPECT_THAT(node(diagram, "List$0")->values, ElementsAre("name: \"a<b\""));
}

TEST(Diagram, NamesTheAtomOfAOneSigAfterTheSig) {
  const auto model = sample_model();
  const Diagram diagram = diagram_of(model, read_text(model, sample_json()));
  EXPECT_EQ(node(diagram, "List$0")->title, "List");
  EXPECT_TRUE(node(diagram, "List$0")->round);
}

TEST(Diagram, JoinsTuplesThatGoBothWays) {
  const auto model = load_text("sig A { f: set A }\n");
  const auto instance = read_text(
      model, R"({"sigs":{"A":["A$0","A$1"]},"fields":{"A.f":[["A$0","A$1"],["A$1","A$0"],["A$1","A$1"]]}})");
  EXPECT_THAT(edges(diagram_of(model, instance)), ElementsAre("A$0 <-> A$1: f", "A$1 -> A$1: f"));
}

TEST(Diagram, LeavesOutTheOwnerOfAGlobalRelation) {
  const auto model = load_text("one sig World { parent: Man -> Man }\nsig Man {}\n");
  const auto instance = read_text(
      model, R"({"sigs":{"World":["W"],"Man":["M$0","M$1"]},"fields":{"World.parent":[["W","M$0","M$1"]]}})");
  EXPECT_THAT(edges(diagram_of(model, instance)), ElementsAre("M$0 -> M$1: parent"));
}

TEST(Diagram, DrawsAnOrderingWithoutItsInnerSig) {
  const auto model = load_text("open util/ordering[A] as ord\nsig A {}\n");
  const auto instance =
      read_text(model, R"({"sigs":{"A":["A$0","A$1"],"ord/Ord":["o"]},)"
                       R"("fields":{"ord/Ord.First":[["o","A$0"]],"ord/Ord.Next":[["o","A$0","A$1"]]}})");
  const Diagram diagram = diagram_of(model, instance);
  EXPECT_EQ(node(diagram, "o"), nullptr);
  EXPECT_THAT(edges(diagram), ElementsAre("A$0 -> A$1: Next"));
  EXPECT_THAT(node(diagram, "A$0")->marks, ElementsAre("First"));
}

TEST(Diagram, JoinsEdgesThatDifferInTheMiddleOnly) {
  const auto model = load_text("sig A { f: A -> A }\n");
  const auto instance = read_text(
      model, R"({"sigs":{"A":["x","y"]},"fields":{"A.f":[["x","x","y"],["x","y","x"],["x","y","y"]]}})");
  EXPECT_THAT(edges(diagram_of(model, instance)), ElementsAre("x -> y: f [x], [y]", "x -> x: f [y]"));
}

TEST(Diagram, OldStyleEnumsAreValuesToo) {
  const auto model =
      load_text("abstract sig Color {}\none sig Red, Green extends Color {}\nsig A { c: Color }\n");
  const auto instance = read_text(
      model, R"({"sigs":{"Red":["C$0"],"Green":["C$1"],"A":["A$0"]},"fields":{"A.c":[["A$0","C$1"]]}})");
  const Diagram diagram = diagram_of(model, instance);
  EXPECT_EQ(diagram.nodes.size(), 1U);
  EXPECT_THAT(diagram.nodes[0].values, ElementsAre("c: Green"));
  EXPECT_THAT(diagram.edges, IsEmpty());
}

TEST(Dot, QuotesNamesAndEscapesLabels) {
  const auto model = sample_model();
  const std::string dot =
      rendered(model, read_text(model, sample_json()), Format::Dot, {.command = "run \"x\""});
  EXPECT_THAT(dot, testing::StartsWith("digraph instance {\n"));
  EXPECT_THAT(dot, HasSubstr("label=\"run \\\"x\\\"\";\n"));
  EXPECT_THAT(dot, HasSubstr("\"Node$0\" -> \"Node$1\" [label=<next>"));
  EXPECT_THAT(dot, HasSubstr("name: &quot;a&lt;b&quot;"));
}

TEST(Dot, StatesThatThereIsNothingToDraw) {
  const auto model = load_text("sig A {}\n");
  EXPECT_THAT(rendered(model, read_text(model, R"({"sigs":{}})"), Format::Dot),
              HasSubstr("no atoms to draw"));
}

TEST(Svg, IsDrawnByGraphviz) {
  const auto model = sample_model();
  const std::string svg = rendered(model, read_text(model, sample_json()), Format::Svg);
  EXPECT_THAT(svg, HasSubstr("<svg "));
  EXPECT_THAT(svg, HasSubstr(">List<"));
  EXPECT_THAT(svg, HasSubstr(">info: &#45;2<"));
}

TEST(Svg, ReportsErrorsOfGraphviz) {
  const auto svg = draw_svg("this is no graph");
  ASSERT_FALSE(svg.ok());
  EXPECT_EQ(svg.error().message, "Graphviz's 'dot' could not draw the instance");
  EXPECT_THAT(svg.error().hint, HasSubstr("syntax error"));
}

}  // namespace
}  // namespace fretsaw::test
