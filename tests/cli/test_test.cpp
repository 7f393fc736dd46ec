// SPDX-License-Identifier: MIT
// fretsaw test as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kTestedModel = R"(one sig List { head: lone Node }
sig Node { link: lone Node }
pred Acyclic { some List.head => some n: List.head.^link | no n.link }
run Acyclic
)";

constexpr const char* kTests =
    R"(pred empty { some disj L: List { List = L  no head  no Node  no link  Acyclic } }
run empty for 3 expect 1
pred one_node { some disj L: List { some disj N: Node { List = L  head = L->N  Node = N  no link  Acyclic } } }
run one_node for 3 expect 1
)";

std::string read(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class Test : public testing::Test {
 protected:
  Finished test_texts(const std::string& model, const std::string& tests,
                      std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"test", folder_.write("m.als", model)};
    if (!tests.empty()) words.push_back(folder_.write("t.als", tests));
    words.insert(words.end(), more.begin(), more.end());
    return fretsaw(words);
  }

  Folder folder_;
};

TEST_F(Test, ExplainsTheTestThatFailsAndCountsTheRest) {
  const auto done = test_texts(kTestedModel, kTests);
  EXPECT_THAT(done.out, HasSubstr("FAIL one_node: expected an instance, found none\n"));
  EXPECT_THAT(
      done.out,
      HasSubstr("m.als:3:34: note: 'some n: List.head.^link | no n.link' is false in pred Acyclic\n"));
  EXPECT_THAT(done.out, HasSubstr("    List.head.^link = {}\n"));
  EXPECT_THAT(done.out, HasSubstr("2 tests: 1 passed, 1 failed\n"));
  EXPECT_EQ(done.status, 1);
}

TEST_F(Test, GivesOneDocumentWithTheKeysOfTheContract) {
  const auto document = test_texts(kTestedModel, kTests, {"--json", "--coverage"}).json();
  EXPECT_EQ(document["schema"], "fretsaw/1");
  EXPECT_EQ(document["command"], "test");
  EXPECT_EQ(document["tests"], 2);
  EXPECT_EQ(document["passed"], 1);
  EXPECT_EQ(document["failed"], 1);
  EXPECT_EQ(document["solved"], 0);
  EXPECT_EQ(document["coverage"]["total"], 35);
  EXPECT_EQ(document["coverage"]["infeasible"], 6);
  EXPECT_EQ(document["results"][1]["name"], "one_node");
  EXPECT_EQ(document["results"][1]["verdict"], "unsat");
  EXPECT_EQ(document["results"][1]["reason"]["line"], 3);
}

TEST_F(Test, TheCommandsOfTheModelAreTestsWithoutAFile) {
  const auto done = test_texts(kTestedModel, "");
  EXPECT_THAT(done.out, HasSubstr("1 test: 1 passed, 0 failed (1 solved, because it is incomplete)\n"));
  EXPECT_EQ(done.status, 0);
}

TEST_F(Test, FiltersByPartOfTheNameOrByPattern) {
  EXPECT_THAT(test_texts(kTestedModel, kTests, {"--filter", "emp"}).out, HasSubstr("1 test: 1 passed"));
  EXPECT_THAT(test_texts(kTestedModel, kTests, {"--filter", "*_node"}).out, HasSubstr("1 test: 0 passed"));
  const auto none = test_texts(kTestedModel, kTests, {"--filter", "?"});
  EXPECT_EQ(none.status, 2) << "nothing was run";
  EXPECT_EQ(none.err, "error: no test matches '--filter ?'\n");
}

TEST_F(Test, WarnsOfATestThatItsScopeHasNoRoomFor) {
  const auto done = test_texts(kTestedModel,
                               "run { some disj L: List { some disj a, b: Node { List = L  no head  "
                               "Node = a + b  no link } } } for 1 expect 0\n");
  EXPECT_THAT(
      done.err,
      HasSubstr("t.als:1:1: warning: test 'run$1' cannot be satisfied, whatever the facts: the test has 2 "
                "atoms of Node, the scope allows 1\n"));
  EXPECT_EQ(done.status, 0) << "it was expected";
}

TEST_F(Test, RefusesUnknownSigsAndModelsThatDoNotParse) {
  const auto unknown = test_texts(kTestedModel, "run { some disj X0: X { Node = X0 } } for 3\n");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("t.als:1:21: error: "));
  const auto broken = test_texts("sig {", kTests, {"--coverage"});
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, HasSubstr("m.als:1:5: error: "));
  EXPECT_EQ(fretsaw({"test", folder_.path() + "/nowhere.als"}).status, 2);
}

TEST_F(Test, WritesReportsForOtherPrograms) {
  const std::string folder = folder_.path();
  const auto done = test_texts(
      kTestedModel, kTests,
      {"--junit", folder + "/junit.xml", "--lcov", folder + "/m.info", "--html", folder + "/m.html"});
  EXPECT_EQ(done.status, 1);
  const std::string junit = read(folder + "/junit.xml");
  EXPECT_THAT(junit, HasSubstr("tests=\"2\" failures=\"1\" errors=\"0\""));
  EXPECT_THAT(junit, HasSubstr("<testcase name=\"one_node\""));
  const std::string lcov = read(folder + "/m.info");
  EXPECT_THAT(lcov, HasSubstr("m.als\nBRDA:1,"));
  EXPECT_THAT(lcov, HasSubstr("BRF:29\n"));
  EXPECT_THAT(lcov, HasSubstr("end_of_record\n"));
  const std::string page = read(folder + "/m.html");
  EXPECT_THAT(page, HasSubstr("<span class=\"bad\""));
  EXPECT_THAT(page, HasSubstr("infeasible in this scope"));
  EXPECT_THAT(page, HasSubstr("<i class=\"bad\">missed: "));
  EXPECT_THAT(page, Not(HasSubstr("http://")));
  const auto nowhere = test_texts(kTestedModel, kTests, {"--junit", folder + "/no/such/folder.xml"});
  EXPECT_EQ(nowhere.status, 2);
}

TEST_F(Test, ShowsCoverageInTheSource) {
  const auto done = test_texts(kTestedModel, kTests, {"--coverage"});
  EXPECT_THAT(done.out, HasSubstr("of 35 requirements covered"));
  EXPECT_THAT(done.out, HasSubstr("6 infeasible in this scope"));
  EXPECT_THAT(done.out, HasSubstr("!    2 | sig Node { link: lone Node }\n"));
  EXPECT_THAT(done.out, HasSubstr("       |   infeasible: List: size 0\n"));
}

TEST_F(Test, ConvertsBetweenTheForms) {
  const auto brief = test_texts(kTestedModel, kTests, {"--convert", "short"});
  EXPECT_EQ(brief.status, 0);
  EXPECT_THAT(
      brief.out,
      HasSubstr("valuation one_node for 3 {\n  List = L\n  head = L->N\n  Node = N\n}\nsatisfies Acyclic\n"));
  const auto plain = test_texts(kTestedModel, brief.out, {"--convert", "plain"});
  EXPECT_THAT(plain.out, HasSubstr("run one_node for 3 expect 1\n"));
  EXPECT_EQ(test_texts(kTestedModel, plain.out, {"--convert", "short"}).out, brief.out);
  const auto open = test_texts(kTestedModel, "run Acyclic for 3\n", {"--convert", "short"});
  EXPECT_EQ(open.status, 2);
  EXPECT_THAT(
      open.err,
      HasSubstr("t.als:1:1: error: cannot convert test 'Acyclic': not a single valuation with claims"));
}

}  // namespace
}  // namespace fretsaw::test
