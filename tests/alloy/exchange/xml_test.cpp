// SPDX-License-Identifier: MIT
#include "report/xml.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "alloy/exchange/sample.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(InstanceXml, IsReadBackAsItWas) {
  const auto model = sample_model();
  const auto instance = read_text(model, sample_json());
  const auto again = read_text(model, rendered(model, instance, Format::Xml));
  EXPECT_EQ(json::parse(rendered(model, again, Format::Json)), json::parse(sample_json()));
}

TEST(InstanceXml, LooksAsAlloysVisualizersExpect) {
  const auto model =
      load_text("abstract sig A { f: lone B }\none sig C extends A {}\nsig B {}\nsig S in A + B {}\n");
  const auto instance = read_text(
      model,
      R"({"sigs":{"A":["A$0"],"C":["A$0"],"B":["B$0"],"S":["B$0"]},"fields":{"A.f":[["A$0","B$0"]]}})");
  const std::string xml = rendered(model, instance, Format::Xml, {.command = "run {} for 3"});
  EXPECT_THAT(xml, testing::StartsWith("<alloy builddate=\""));
  EXPECT_THAT(xml, HasSubstr("<instance bitwidth=\"4\" maxseq=\"4\" mintrace=\"-1\" maxtrace=\"-1\" "
                             "command=\"run {} for 3\" filename=\"m.als\" tracelength=\"1\" looplength=\"1\" "
                             "backloop=\"0\">\n"));
  EXPECT_THAT(xml, HasSubstr("<sig label=\"seq/Int\" ID=\"3\" parentID=\"2\" builtin=\"yes\">\n</sig>\n"));
  EXPECT_THAT(xml, HasSubstr("<sig label=\"Int\" ID=\"2\" parentID=\"0\" builtin=\"yes\">\n</sig>\n"));
  EXPECT_THAT(xml, HasSubstr("<sig label=\"univ\" ID=\"0\" builtin=\"yes\">\n</sig>\n"));
  EXPECT_THAT(xml, HasSubstr("<sig label=\"this/A\" ID=\"5\" parentID=\"0\" abstract=\"yes\">\n</sig>\n"))
      << "the atom is listed with the sig that extends it";
  EXPECT_THAT(
      xml,
      HasSubstr(
          "<sig label=\"this/C\" ID=\"6\" parentID=\"5\" one=\"yes\">\n   <atom label=\"A$0\"/>\n</sig>\n"));
  EXPECT_THAT(xml,
              HasSubstr("<sig label=\"this/S\" ID=\"8\">\n   <atom label=\"B$0\"/>\n   <type ID=\"5\"/>\n   "
                        "<type ID=\"7\"/>\n</sig>\n"));
  EXPECT_THAT(xml,
              HasSubstr("parentID=\"5\">\n   <tuple> <atom label=\"A$0\"/> <atom label=\"B$0\"/> </tuple>\n"
                        "   <types> <type ID=\"5\"/> <type ID=\"7\"/> </types>\n</field>\n"));
  EXPECT_THAT(xml, HasSubstr("<source filename=\"m.als\" content=\"abstract sig A"));
}

// As Alloy 6 writes it: another order, sigs without atoms of their own, attributes we do not write.
TEST(InstanceXml, ReadsWhatAlloyWrites) {
  const auto model = load_text("sig Node { next: lone Node }\nsig Leaf extends Node {}\nrun show {} for 3\n");
  const auto instance = read_text(model, R"(<alloy builddate="2021-11-03T15:25:43.736Z">

<instance bitwidth="4" maxseq="3" mintrace="-1" maxtrace="-1" command="Run show for 3" filename="/x/m.als" tracelength="1" backloop="0">

<sig label="seq/Int" ID="0" parentID="1" builtin="yes">
</sig>
<sig label="Int" ID="1" parentID="2" builtin="yes">
</sig>
<sig label="String" ID="3" parentID="2" builtin="yes">
</sig>
<sig label="this/Leaf" ID="4" parentID="5">
   <atom label="Leaf$0"/>
</sig>
<sig label="this/Node" ID="5" parentID="2">
   <atom label="Node$0"/>
</sig>
<field label="next" ID="6" parentID="5">
   <tuple> <atom label="Node$0"/> <atom label="Leaf$0"/> </tuple>
   <types> <type ID="5"/> <type ID="5"/> </types>
</field>
<sig label="univ" ID="2" builtin="yes">
</sig>
<skolem label="$show_n" ID="m7">
   <tuple> <atom label="Leaf$0"/> </tuple>
   <types> <type ID="4"/> </types>
</skolem>
</instance>
<instance bitwidth="4" maxseq="3"><sig label="this/Node" ID="5"><atom label="ignored"/></sig></instance>
<source filename="/x/m.als" content="sig Node &#x0a;"/>
</alloy>
)");
  EXPECT_EQ(rendered(model, instance, Format::Text),
            "Node    = {Leaf$0, Node$0}\n"
            "  next  = {Node$0->Leaf$0}\n"
            "Leaf    = {Leaf$0}\n"
            "$show_n = {Leaf$0}\n");
  EXPECT_EQ(instance.max_seq, 3);
}

TEST(InstanceXml, EscapesWhatMarkupWouldMisread) {
  EXPECT_EQ(xml_escaped("<a href=\"x\">'&'\n\x01"),
            "&lt;a href=&quot;x&quot;&gt;&apos;&amp;&apos;&#10;\\u0001");
  EXPECT_EQ(xml_escaped("é\xC2\x9B\xE9"), "é\\u009b\\xe9");
}

struct BadXmlText {
  const char* text;
  const char* message;
};

class BadXml : public testing::TestWithParam<BadXmlText> {};

TEST_P(BadXml, IsRefusedWithItsPlace) {
  const auto model = sample_model();
  const auto instance = read_instance(model, source("i", GetParam().text));
  ASSERT_FALSE(instance.ok());
  EXPECT_THAT(render(instance.error()), testing::StartsWith(std::string("i:") + GetParam().message + "\n"));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadXml,
    testing::Values(
        BadXmlText{"<alloy>\n<instance></alloy>", "2:13: error: invalid XML: mismatched tag"},
        BadXmlText{"<alloy>", "1:8: error: invalid XML: no element found"},
        BadXmlText{"<alloy></alloy>", "1:1: error: no <instance> in the document"},
        BadXmlText{"<instance>\n  <sig ID=\"1\"/></instance>",
                   "2:3: error: <sig> requires the attribute 'label'"},
        BadXmlText{"<instance bitwidth=\"four\"/>", "1:1: error: attribute 'bitwidth' must be a number"},
        BadXmlText{"<instance><atom label=\"a\"/></instance>",
                   "1:11: error: <atom> is only allowed in a <sig> or a <tuple>"},
        BadXmlText{"<instance>\n<field label=\"next\" parentID=\"9\"/></instance>",
                   "2:1: error: unknown parent of a field: no sig has the ID '9'"},
        BadXmlText{
            "<instance><sig label=\"this/List\" ID=\"1\"><instance><atom label=\"a\"/></instance></sig>"
            "</instance>",
            "1:41: error: nested <instance>"},
        BadXmlText{"<instance maxtrace=\"9\" tracelength=\"-9223372036854775808\" looplength=\"1\"/>",
                   "1:1: error: 'tracelength' and 'looplength' must be numbers from 0 to 2147483647"},
        BadXmlText{"<instance>\n<skolem label=\"$x\"><tuple></tuple></skolem></instance>",
                   "2:20: error: empty tuple"},
        BadXmlText{"<instance><sig label=\"this/Noed\" ID=\"1\"/></instance>",
                   "1:11: error: unknown sig 'Noed'; did you mean 'Node'?"},
        BadXmlText{"<instance><sig label=\"this/List\" ID=\"1\"/>\n"
                   "<field label=\"hd\" parentID=\"1\"/></instance>",
                   "2:1: error: unknown field 'List.hd'"}));

}  // namespace
}  // namespace fretsaw::test
