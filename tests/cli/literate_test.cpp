// SPDX-License-Identifier: MIT
// Literate models, and models about themselves, through the verbs that take models.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/process.hpp"
#include "cli/summaries.hpp"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kLiterate =
    "---\n"
    "title: A list\n"
    "---\n"
    "It's a list, with links.\n"
    "\n"
    "```alloy\n"
    "one sig List { head: lone Node }\n"
    "sig Node { link: lone Node }\n"
    "pred Acyclic { some List.head implies some n: List.head.*link | no n.link }\n"
    "```\n"
    "Now run it.\n"
    "```alloy\n"
    "run show { Acyclic and some link } for 2\n"
    "```\n";

constexpr const char* kLiterateTests =
    "---\n"
    "---\n"
    "An empty list is acyclic.\n"
    "```alloy\n"
    "pred empty { some l: List { List = l  no head  no Node  no link  Acyclic } }\n"
    "run empty for 2 expect 1\n"
    "```\n";

std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class Literate : public testing::Test {
 protected:
  std::string model() { return folder_.write("m.md", kLiterate); }

  Folder folder_;
};

TEST_F(Literate, ModelsAreRunEnumeratedAndAskedLikeOthers) {
  const auto shown = fretsaw({"run", model()});
  EXPECT_THAT(shown.out, HasSubstr("[0] run show { Acyclic and some link } for 2: instance found\n"));
  EXPECT_EQ(shown.status, 0);
  const auto all = fretsaw({"enumerate", model(), "-c", "show", "--count", "--json"}).json();
  const std::string plain =
      folder_.write("m.als",
                    "one sig List { head: lone Node }\nsig Node { link: lone Node }\n"
                    "pred Acyclic { some List.head implies some n: List.head.*link | no n.link }\n"
                    "run show { Acyclic and some link } for 2\n");
  EXPECT_EQ(all["instances"],
            fretsaw({"enumerate", plain, "-c", "show", "--count", "--json"}).json()["instances"]);
  EXPECT_EQ(fretsaw({"eval", model(), "-c", "show", "some link"}).out, "true\n");
}

TEST_F(Literate, ErrorsShowTheLineOfTheMarkdown) {
  const auto done =
      fretsaw({"run", folder_.write("e.md", "---\n---\ntext\n```alloy\nsig A {}\nrun { some B }\n```\n")});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err,
              HasSubstr("e.md:6:12: error: unknown name 'B'\n    run { some B }\n               ^\n"));
  const auto warned = fretsaw(
      {"run", folder_.write("w.md", "---\n---\n``` alloy\nx\n```\n```alloy\nsig A {}\nrun {}\n```\n")});
  EXPECT_EQ(warned.status, 0);
  EXPECT_THAT(warned.err,
              HasSubstr("w.md:3:1: warning: this block is not read: only the line '```alloy' begins"));
}

TEST_F(Literate, FilesThatCannotBeReadAreRefusedByName) {
  const auto run = [&](const std::string& text) { return fretsaw({"run", folder_.write("b.md", text)}); };
  EXPECT_THAT(run("# no head\n").err,
              HasSubstr("b.md:1:1: error: a literate model must begin with the line '---'\n"));
  EXPECT_THAT(run("---\nno end\n").err,
              HasSubstr("b.md:1:1: error: unterminated header of a literate model"));
  EXPECT_THAT(run("---\n---\n").err, HasSubstr("b.md:1:1: error: no Alloy block in this literate model"));
  EXPECT_THAT(run(std::string("---\n---\n\0\xFF\xFE", 11)).err, HasSubstr("not a text file"));
  EXPECT_EQ(run("---\nno end\n").status, 2);
  EXPECT_EQ(run("---\n---\n```alloy\nsig A {}\nrun {}").status, 0)
      << "as in Alloy, an unclosed fence is one to the end";
}

TEST_F(Literate, ModulesAreOpenedWhereThereIsNoOther) {
  folder_.write("lib.md", "---\n---\n```alloy\nmodule lib\nsig L {}\n```\n");
  const std::string main = folder_.write("main.als", "open lib\nrun { some L } for 2\n");
  EXPECT_THAT(fretsaw({"run", main}).out, HasSubstr(kInstanceFound));
  folder_.write("lib.als", "module lib\nsig K {}\n");
  EXPECT_THAT(fretsaw({"run", main}).err, HasSubstr("unknown name 'L'")) << "lib.als comes first";
}

TEST_F(Literate, TestsAreRunAndCovered) {
  const std::string tests = folder_.write("tests.md", kLiterateTests);
  const std::string page = (std::filesystem::path(tests).parent_path() / "page.html").string();
  const auto done = fretsaw({"test", model(), tests, "--coverage", "--html", page});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("1 test: 1 passed"));
  EXPECT_THAT(contents(page), HasSubstr("Now run it."));
  const std::string brief = folder_.write("brief.md",
                                          "---\n---\n```alloy\nvaluation two for 2 {\n  Node = N0\n  head = "
                                          "List0->N0\n}\nsatisfies Acyclic\n```\n");
  EXPECT_THAT(fretsaw({"test", model(), brief}).out, HasSubstr("1 passed"));
}

TEST_F(Literate, MutantsAreLiterateModels) {
  const auto out = std::filesystem::path(model()).parent_path() / "mutants";
  const auto done = fretsaw({"mutate", model(), folder_.write("tests.md", kLiterateTests), "--operators",
                             "QOR", "--out", out.string()});
  EXPECT_EQ(done.status, 0) << done.err;
  const std::string mutant = contents(out / "0001_QOR.md");
  EXPECT_THAT(mutant, HasSubstr("It's a list, with links."));
  EXPECT_EQ(fretsaw({"run", (out / "0001_QOR.md").string()}).status, 0);
  EXPECT_EQ(fretsaw({"suite", model(), "--by", "coverage", "--scope", "2"}).status, 0);
}

constexpr const char* kMeta =
    "sig A { f: set A, g: set A }\n"
    "pred used { all x: A$.fields | some x.value }\n"
    "pred twice { some {x: A$.fields | some x.value & iden} }\n"
    "run used for 1\n"
    "run { some f.f and some disj x, y: field$ | x != y } for 1\n";

class Meta : public testing::Test {
 protected:
  std::string model() { return folder_.write("m.als", kMeta); }

  Folder folder_;
};

TEST_F(Meta, SigsAreInInstancesAsAlloyShowsThem) {
  const auto document = fretsaw({"run", model(), "-c", "used", "--json"}).json();
  const auto& instance = document["results"][0]["instance"];
  EXPECT_EQ(instance["sigs"]["A$"], nlohmann::json({"A$$0"}));
  EXPECT_EQ(instance["sigs"]["field$"], nlohmann::json({"A$f$0", "A$g$0"}));
  EXPECT_EQ(instance["fields"]["A$.fields"], nlohmann::json::array({{"A$$0", "A$f$0"}, {"A$$0", "A$g$0"}}));
  EXPECT_EQ(instance["fields"]["A$f.value"], nlohmann::json({{"A$f$0", "A$0", "A$0"}}));
  EXPECT_EQ(instance["sigs"]["static$"], nlohmann::json({"A$$0", "A$f$0", "A$g$0"}));
  EXPECT_EQ(instance["sigs"]["var$"], nlohmann::json::array());
}

TEST_F(Meta, InstancesAreReadWithAndWithoutThem) {
  const std::string xml = folder_.write(
      "i.xml", fretsaw({"enumerate", model(), "-c", "1", "--limit", "1", "--format", "xml"}).out);
  EXPECT_THAT(contents(xml), HasSubstr("<sig label=\"this/A$\""));
  EXPECT_THAT(contents(xml), HasSubstr("meta=\"yes\""));
  EXPECT_EQ(fretsaw({"eval", model(), "-c", "1", "--instance", xml, "#sig$", "A$.value = A"}).out,
            "#sig$ = 1\nA$.value = A = true\n");
  const std::string json = folder_.write(
      "i.json",
      R"({"sigs": {"A": ["A$0"]}, "fields": {"A.f": [["A$0", "A$0"]], "A.g": []}, "skolems": {}, "bitwidth": 4})");
  EXPECT_EQ(
      fretsaw({"eval", model(), "-c", "1", "--instance", json, "A$f.value", "no A$g.value", "A$$0"}).out,
      "A$f.value = {A$0->A$0}\nno A$g.value = true\nA$$0 = {A$$0}\n");
}

TEST_F(Meta, SigsOfWhatChangesFollowIt) {
  const auto done = fretsaw({"run", folder_.write("v.als", R"(var sig A { var f: set A, g: set A }
sig B { var h: lone B, k: lone B }
run { some A$.value and eventually no A$.value } for 2 but 2 steps expect 1
run { all s: var$ & sig$ | some s.value } for 1 but 2 steps expect 1
run { eventually B$h.value != B$h.value' } for 1 but 2 steps expect 1
check { always all s: static$ & sig$ | s.value = s.value' } for 2 but 2 steps expect 0
run { always some A$f.value; no A$f.value } for 1 but 2 steps expect 0
run { some B$k.value; no B$k.value } for 1 but 2 steps expect 0)")});
  EXPECT_EQ(done.status, 0) << done.out << done.err;
}

TEST_F(Meta, NamesAreUnknownToExpressionsAboutOtherModels) {
  const auto done = fretsaw({"eval", folder_.write("p.als", "sig A {}\nrun { some A }\n"), "A$"});
  EXPECT_THAT(done.err, HasSubstr("no meta sig 'A$' in the model"));
  EXPECT_THAT(done.err, HasSubstr("mention one in the model itself"));
}

TEST_F(Meta, SigsAreLeftOutOfDiagrams) {
  EXPECT_THAT(fretsaw({"enumerate", model(), "-c", "used", "--limit", "1", "--format", "dot"}).out,
              Not(HasSubstr("$$")));
}

TEST_F(Meta, SigsNeedNoLinesInTestsAndSuites) {
  const std::string tests = folder_.write(
      "t.als",
      "pred p { some disj A0: A { A = A0  f = A0->A0  g = A0->A0  used } }\nrun p for 1 expect 1\n"
      "pred q { some disj A0: A { A = A0  f = A0->A0  no g  used } }\nrun q for 1 expect 0\n");
  const auto done = fretsaw({"test", model(), tests, "--coverage", "--json"}).json();
  EXPECT_EQ(done["passed"], 2);
  EXPECT_EQ(done["solved"], 0) << "the tests list all that is open";
  const auto brief = folder_.write(
      "b.als",
      "valuation both for 1 {\n  A = A0\n  f = A0->A0\n  g = A0->A0\n}\nsatisfies used\nsatisfies twice\n");
  EXPECT_THAT(fretsaw({"test", model(), brief}).out, HasSubstr("2 tests: 2 passed"));
  const auto suite = fretsaw({"suite", model(), "--by", "coverage", "--scope", "2"});
  EXPECT_EQ(suite.status, 0) << suite.err;
  std::istringstream lines(suite.out);  // comments quote the model
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("--")) EXPECT_THAT(line, Not(HasSubstr("$")));
  }
  EXPECT_EQ(fretsaw({"test", model(), folder_.write("s.als", suite.out)}).status, 0);
}

TEST_F(Meta, ModelsHaveMutants) {
  const auto document = fretsaw({"mutate", model(), "--json"}).json();
  EXPECT_GT(document["mutants"], 3);
  EXPECT_EQ(document["invalid"], 0);
}

}  // namespace
}  // namespace fretsaw::test
