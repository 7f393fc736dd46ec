// SPDX-License-Identifier: MIT
// fretsaw show: what the other verbs have written, to look at.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/process.hpp"
#include "cli/summaries.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

class ShowCommand : public testing::Test {
 protected:
  Finished show(const std::string& document, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"show", folder_.write("document.json", document)};
    words.insert(words.end(), more.begin(), more.end());
    return fretsaw(words);
  }
  std::string error(const std::string& document, const std::vector<std::string>& more = {}) {
    const Finished finished = show(document, more);
    EXPECT_EQ(finished.status, 2) << finished.out;
    EXPECT_EQ(finished.out, "");
    return finished.err;
  }

  Folder folder_;
};

// Sigs that extend, are extended by nothing, are subsets, and have no atoms; fields of several arities;
// integers.
constexpr const char* kShownZoo = R"(abstract sig Animal { likes: set Animal, age: Int }
sig Cat, Dog extends Animal {}
one sig Fish extends Animal {}
sig Old in Animal {}
sig Pets in Cat + Dog {}
sig Cage { holds: Animal -> lone Keeper }
sig Keeper {}
pred show[c: Cage] { some c.holds and some Dog and no likes and Animal.age = 0 }
run show for 3 but 1 Cage, 1 Keeper
)";

// Without the model, the text is the same as with it.
TEST_F(ShowCommand, AnInstanceLooksAsItDoesWhereItWasFound) {
  const std::string model = folder_.write("zoo.als", kShownZoo);
  const std::vector<std::string> found = {"enumerate", model, "-c", "show"};
  std::vector<std::string> as_json = found;
  as_json.emplace_back("--json");
  const Finished document = fretsaw(as_json);
  const std::string text = fretsaw(found).out;
  const Finished shown = show(document.out);
  EXPECT_EQ(shown.status, 0) << shown.err;
  std::string expected = text.substr(0, text.rfind(complete(372, "instance")));
  for (std::size_t at = 0; (at = expected.find("instance ", at)) != std::string::npos;)
    expected.replace(at, 8, "result");
  EXPECT_EQ(shown.out, expected);

  const auto second = nlohmann::ordered_json::parse(document.out)["results"][1];
  const std::string alone = show(second.dump()).out;
  EXPECT_EQ(show(document.out, {"--index", "2"}).out, alone);
  EXPECT_THAT(expected, HasSubstr("result 2\n" + alone));
  EXPECT_THAT(show(second.dump(), {"--format", "dot"}).out, StartsWith("digraph"));
}

TEST_F(ShowCommand, Traces) {
  const std::string model = folder_.write(
      "lamps.als", "var sig Lamp {}\nrun blinks { some Lamp and eventually no Lamp } for 1 but 2 steps\n");
  const Finished document = fretsaw({"run", model, "--json"});
  const Finished shown = show(document.out);
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("state 0"));
  EXPECT_THAT(shown.out, HasSubstr("the loop begins here"));
  EXPECT_EQ(show(document.out, {"--json"}).json()["results"][0]["kind"], "trace");
}

constexpr const char* kDroppingList = R"(
struct Cell { int value = 0; Cell* next = nullptr; };
struct List {
  Cell* head = nullptr;
  char mark = 'a';
  bool flag = false;
  bool rep_ok() const { return !head || !head->next; }
  //@ ensures head == nullptr;
  int drop() { int old = head ? head->value : 0; if (flag && head) head->value = 1; return old; }
};
)";

TEST_F(ShowCommand, ObjectsAndCounterexamplesOfMethods) {
  const std::string header = folder_.write("list.hpp", kDroppingList);
  const std::vector<std::string> words = {"generate", header, "--class", "List", "--size", "1"};
  std::vector<std::string> as_json = words;
  as_json.emplace_back("--json");
  std::string expected = fretsaw(words).out;
  expected = expected.substr(0, expected.rfind("\n\n") + 2);
  for (std::size_t at = 0; (at = expected.find("structure ", at)) != std::string::npos;)
    expected.replace(at, 9, "result");
  EXPECT_EQ(show(fretsaw(as_json).out).out, expected);

  std::vector<std::string> check = {"check", header, "--method", "List::drop", "--size", "1", "--keep-going"};
  const std::string text = fretsaw(check).out;
  check.emplace_back("--json");
  const auto document = nlohmann::ordered_json::parse(fretsaw(check).out);
  const auto& first = document["counterexamples"][0];
  const Finished shown = show(first.dump());
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, StartsWith("drop failed on input "));
  EXPECT_THAT(shown.out, HasSubstr("List$0.drop()"));
  EXPECT_THAT(shown.out, HasSubstr("postcondition violated"));
  // All that text has between the first line and the place in the header.
  const std::string middle =
      shown.out.substr(shown.out.find('\n'), shown.out.find("list.hpp:") - shown.out.find('\n'));
  EXPECT_THAT(text, HasSubstr(middle.substr(0, middle.rfind('\n'))));
  EXPECT_THAT(show(document.dump(), {"--format", "dot", "--index", "1"}).out, HasSubstr("List$0.drop()"));
  EXPECT_EQ(show(document.dump(), {"--json"}).json()["results"].size(), document["counterexamples"].size());
  // Sorted keys are the same document.
  EXPECT_THAT(show(json::parse(first.dump()).dump()).out, HasSubstr("List$0.drop()"));
}

TEST_F(ShowCommand, DiagramsPagesAndFiles) {
  const std::string file = FRETSAW_SOURCE_DIR "/examples/ins/counterexample.json";
  const Finished text = fretsaw({"show", file});
  EXPECT_THAT(text.out, HasSubstr("$found_alone = {Record$0, Record$1}"));
  EXPECT_THAT(text.out, HasSubstr("this formula is false: found_alone in found\n"));
  EXPECT_THAT(fretsaw({"show", file, "--format", "svg"}).out, HasSubstr("<svg"));
  const std::string page = fretsaw({"show", file, "--format", "html"}).out;
  EXPECT_THAT(page, StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("DB$0-&gt;Value$1-&gt;Record$0"));
  EXPECT_THAT(page, testing::Not(HasSubstr("<?xml")));
  const std::string out = folder_ / "pictures";
  EXPECT_EQ(fretsaw({"show", file, "--format", "dot", "--out", out}).out, written(1, "result", out));
  EXPECT_TRUE(std::filesystem::exists(out + "/result-000001.dot"));
}

TEST_F(ShowCommand, ForeignDocumentsAreReported) {
  EXPECT_THAT(error(""),
              HasSubstr("document.json:1:1: error: not JSON: expected a value, found the end of the text"));
  EXPECT_THAT(error("{\"sigs\": "),
              HasSubstr("error: not JSON: expected a value, found the end of the text"));
  EXPECT_THAT(error("sig Node {}"),
              HasSubstr("document.json:1:1: error: not JSON: expected a value, found 'sig'\n"));
  EXPECT_THAT(error("{\"name\": 1}"),
              HasSubstr("document.json:1:1: error: no instance, object or counterexample in the document"));
  EXPECT_THAT(error("[]"), HasSubstr("no instance, object or counterexample"));
  EXPECT_THAT(error("3"), HasSubstr("expected an object, found 3"));
  EXPECT_THAT(error(std::string("{\0}", 3)), HasSubstr("document.json"));
  EXPECT_THAT(error("\xff\xfe\x01\x02"), HasSubstr("document.json"));
  EXPECT_EQ(fretsaw({"show", folder_.path()}).status, 2);
  EXPECT_THAT(fretsaw({"show", folder_.path()}).err, HasSubstr("directory"));
  EXPECT_EQ(fretsaw({"show", folder_ / "missing.json"}).status, 2);
}

TEST_F(ShowCommand, MismatchesAreReportedWithTheirLocation) {
  EXPECT_THAT(error(R"({"sigs": 1})"),
              HasSubstr("document.json:1:10: error: expected an object that lists the atoms"));
  EXPECT_THAT(error(R"({"sigs": {"A": ["A$0"]}, "fields": {"B.f": []}})"),
              HasSubstr("1:37: error: the owner of field 'B.f' is not a sig of the instance"));
  EXPECT_THAT(error(R"({"sigs": {"A": ["A$0"]}, "fields": {"A.f": [["A$0", "A$1"]]}})"),
              HasSubstr("unknown atom 'A$1': no sig contains it"));
  EXPECT_THAT(error(R"({"sigs": {"A": []}, "fields": {"A.f": [[]]}})"), HasSubstr("empty tuple"));
  EXPECT_THAT(error(R"({"root": "X", "objects": {}})"),
              HasSubstr("expected at least one object in \"objects\""));
  EXPECT_THAT(error(R"({"root": "X", "objects": {"X": {}}})"), HasSubstr("no \"fields\" in the object 'X'"));
  EXPECT_THAT(error(R"({"objects": {"X": {"fields": {"f": {"ref": "Y"}}}}})"),
              HasSubstr("1:44: error: no object 'Y' in the graph"));
  EXPECT_THAT(error(R"({"objects": {"X": {"fields": {"f": {}}}}})"),
              HasSubstr("expected the value of a field in 'objects.X.fields.f', found an object"));
  EXPECT_THAT(
      error(
          R"({"before": {"objects": {"X": {"fields": {}}}}, "after": {"objects": {"X": {"fields": {"f": 1}}}}})"),
      HasSubstr("objects have other fields in \"after\" than in \"before\""));
  EXPECT_THAT(error(R"({"sigs": {"A": ["A$0"]}})", {"--index", "0"}),
              HasSubstr("invalid value '0' for '--index': expected a number of at least 1\n"));
  EXPECT_THAT(error(R"({"sigs": {"A": ["A$0"]}})", {"--index", "2"}),
              HasSubstr("no result 2; the document has only 1"));
  EXPECT_THAT(error(R"({"sigs": {"A": ["A$0"]}})", {"--format", "pdf"}),
              HasSubstr("invalid value 'pdf' for '--format': expected text, dot, svg or html"));
}

}  // namespace
}  // namespace fretsaw::test
