// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class Run : public testing::Test {
 protected:
  // fretsaw run on a model with that text.
  Finished run_text(const std::string& text, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"run", folder_.write("m.als", text)};
    words.insert(words.end(), more.begin(), more.end());
    return fretsaw(words);
  }

  Folder folder_;
};

TEST_F(Run, GivesEveryCommandItsVerdict) {
  const auto done = run_text(kListModel);
  EXPECT_THAT(done.out, HasSubstr("[0] run show for exactly 2 Node: instance found\n"));
  EXPECT_THAT(done.out, HasSubstr("[1] run empty for 2: no instance found\n"));
  EXPECT_THAT(done.out, HasSubstr("[2] check acyclic for 2: no counterexample found\n"));
  EXPECT_THAT(done.out, HasSubstr("[3] check wrong for 2: counterexample found\n"));
  EXPECT_THAT(done.out, HasSubstr("4 commands: 2 satisfiable, 2 unsatisfiable\n"));
  EXPECT_EQ(done.err, "");
  EXPECT_EQ(done.status, 1) << "because of the counterexample";
}

TEST_F(Run, ShowsInstancesAlignedAndWithTheirNumbers) {
  const auto done = run_text("one sig A { f: one B }\none sig B {}\nrun {}\n");
  EXPECT_THAT(done.out, HasSubstr("    A   = {A$0}\n"
                                  "      f = {A$0->B$0}\n"
                                  "    B   = {B$0}\n"));
  EXPECT_THAT(done.out, HasSubstr(" variable (1 primary), 1 clause; translated in "));
  EXPECT_THAT(done.out, Not(HasSubstr("\033")));
}

TEST_F(Run, SelectsCommandsByNameAndIndex) {
  const auto by_index = run_text(kListModel, {"-c", "1"});
  EXPECT_THAT(by_index.out, HasSubstr("[1] run empty"));
  EXPECT_THAT(by_index.out, Not(HasSubstr("[0]")));
  EXPECT_EQ(by_index.status, 0) << "a run without instances is no failure";
  const auto by_names = run_text(kListModel, {"-c", "acyclic", "--command", "show"});
  EXPECT_THAT(by_names.out, HasSubstr("[0] run show"));
  EXPECT_THAT(by_names.out, HasSubstr("[2] check acyclic"));
  EXPECT_THAT(by_names.out, Not(HasSubstr("[1]")));
}

TEST_F(Run, ANameSharedByCommandsSelectsAllOfThem) {
  const auto done =
      run_text("sig A {}\npred p { some A }\nrun p for 1\nrun p for 2\n", {"-c", "p", "--json"});
  ASSERT_EQ(done.json()["results"].size(), 2U);
}

TEST_F(Run, AnUnknownCommandIsRefusedWithTheListOfThoseThereAre) {
  const auto done = run_text(kListModel, {"-c", "shw"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.err,
            "error: unknown command 'shw'; did you mean 'show'?\n"
            "note: the model's commands are: 0 show, 1 empty, 2 acyclic, 3 wrong\n");
  EXPECT_THAT(run_text(kListModel, {"-c", "4"}).err,
              HasSubstr("note: the model's commands are: 0 show, 1 empty"));
}

TEST_F(Run, AModelWithoutCommandsHasOneNamedDefault) {
  const auto result = run_text("sig A {}\n", {"--json"}).json()["results"];
  ASSERT_EQ(result.size(), 1U);
  EXPECT_EQ(result[0]["name"], "Default");
  EXPECT_EQ(result[0]["verdict"], "sat");
  EXPECT_TRUE(result[0]["expect"].is_null());
}

struct Expectation {
  const char* command;
  int status;
};

class Expectations : public testing::TestWithParam<Expectation> {};

TEST_P(Expectations, DecideTheExitStatus) {
  const Folder folder;
  const std::string model = folder.write("m.als", std::string("sig A {}\n") + GetParam().command + "\n");
  EXPECT_EQ(fretsaw({"run", model}).status, GetParam().status) << GetParam().command;
  EXPECT_EQ(fretsaw({"run", model, "--json"}).status, GetParam().status) << GetParam().command;
}

INSTANTIATE_TEST_SUITE_P(
    All, Expectations,
    testing::Values(Expectation{"run { some A }", 0}, Expectation{"run { some A } expect 1", 0},
                    Expectation{"run { some A } expect 0", 1}, Expectation{"run { some A and no A }", 0},
                    Expectation{"run { some A and no A } expect 0", 0},
                    Expectation{"run { some A and no A } expect 1", 1}, Expectation{"check { some A }", 1},
                    Expectation{"check { some A } expect 1", 0}, Expectation{"check { some A } expect 0", 1},
                    Expectation{"check { A = A }", 0}, Expectation{"check { A = A } expect 0", 0},
                    Expectation{"check { A = A } expect 1", 1},
                    Expectation{"run { some A }\ncheck { some A }\nrun { no A }", 1}));

TEST_F(Run, ReportsAnUnexpectedResult) {
  EXPECT_THAT(run_text("sig A {}\nrun { some A } expect 0\n").out,
              HasSubstr("instance found, unexpected (expect 0)\n"));
  EXPECT_THAT(run_text("sig A {}\nrun { some A } expect 1\n").out,
              HasSubstr("instance found, as expected\n"));
}

TEST_F(Run, AnErrorInOneCommandDoesNotHideTheOthers) {
  const std::string text = "sig A {}\nsig B {}\nrun { some A }\nrun { some B } for 2 A\nrun { no A }\n";
  const auto done = run_text(text);
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.out, HasSubstr("[0] run { some A }: instance found"));
  EXPECT_THAT(done.out, HasSubstr("[1] run { some B } for 2 A: error\n"));
  EXPECT_THAT(done.out, HasSubstr("[2] run { no A }: instance found"));
  EXPECT_THAT(done.err, HasSubstr("m.als:4:1: error: "));
  EXPECT_THAT(done.err, HasSubstr("    run { some B } for 2 A\n    ^"));

  const auto results = run_text(text, {"--json"}).json()["results"];
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0]["verdict"], "sat");
  EXPECT_EQ(results[1]["verdict"], "error");
  EXPECT_EQ(results[1]["error"]["line"], 4);
  EXPECT_EQ(results[1]["error"]["column"], 1);
  EXPECT_TRUE(results[1]["instance"].is_null());
  EXPECT_EQ(results[2]["verdict"], "sat");
}

TEST_F(Run, TheDocumentHasEveryKeyOfTheContract) {
  const auto done = run_text(kListModel, {"--json"});
  EXPECT_EQ(done.err, "");
  const json document = done.json();
  EXPECT_EQ(document["schema"], "fretsaw/1");
  EXPECT_EQ(document["command"], "run");
  EXPECT_EQ(document["warnings"], json::array());
  ASSERT_EQ(document["results"].size(), 4U);
  const char* const verdicts[] = {"sat", "unsat", "unsat", "sat"};
  const char* const names[] = {"show", "empty", "acyclic", "wrong"};
  for (std::size_t i = 0; i < 4; ++i) {
    const json& result = document["results"][i];
    EXPECT_EQ(result["index"], i);
    EXPECT_EQ(result["name"], names[i]);
    EXPECT_EQ(result["kind"], i < 2 ? "run" : "check");
    EXPECT_EQ(result["verdict"], verdicts[i]);
    EXPECT_TRUE(result.contains("expect") && result["expect"].is_null());
    for (const char* number : {"variables", "clauses", "primary"})
      EXPECT_TRUE(result[number].is_number_unsigned());
    for (const char* number : {"translate_ms", "solve_ms"}) EXPECT_TRUE(result[number].is_number()) << number;
    EXPECT_EQ(result["instance"].is_object(), result["verdict"] == "sat");
    EXPECT_FALSE(result.contains("error"));
  }
}

TEST_F(Run, TheInstanceInTheDocumentHasEverySigAndField) {
  const json instance = run_text(kListModel, {"--json", "-c", "show"}).json()["results"][0]["instance"];
  EXPECT_EQ(instance["sigs"]["Node"], json({"Node$0", "Node$1"}));
  EXPECT_EQ(instance["sigs"]["List"], json({"List$0"}));
  EXPECT_EQ(instance["sigs"].size(), 2U);
  EXPECT_EQ(instance["bitwidth"], 4);
  EXPECT_EQ(instance["fields"].size(), 2U);
  ASSERT_GE(instance["fields"]["Node.link"].size(), 1U);
  EXPECT_EQ(instance["fields"]["Node.link"][0].size(), 2U);
  EXPECT_EQ(instance["fields"]["List.header"][0][0], "List$0");
  EXPECT_TRUE(instance["skolems"].is_object());
}

TEST_F(Run, IntegersAreNumbersAndSkolemsHaveTheirNames) {
  const json instance = run_text("one sig A { v: Int }\npred p[a: A] { a.v = 3 }\nrun p\n", {"--json"})
                            .json()["results"][0]["instance"];
  EXPECT_EQ(instance["fields"]["A.v"], json::parse(R"([["A$0", 3]])"));
  EXPECT_EQ(instance["skolems"]["$p_a"], json::parse(R"([["A$0"]])"));
}

TEST_F(Run, TheScopeCanBeReplaced) {
  const json instance = run_text(kListModel, {"--json", "-c", "show", "--scope", "exactly 4 Node, 5 int"})
                            .json()["results"][0]["instance"];
  EXPECT_EQ(instance["sigs"]["Node"].size(), 4U);
  EXPECT_EQ(instance["bitwidth"], 5);
  EXPECT_THAT(run_text(kListModel, {"-c", "show", "--scope", "3"}).out,
              HasSubstr("[0] run show for 3: instance found"));
}

TEST_F(Run, ABadScopeTextIsRefusedWithACaretInIt) {
  const auto done = run_text(kListModel, {"--scope", "3 but Node"});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("--scope:1:"));
  EXPECT_THAT(done.err, HasSubstr("    3 but Node\n"));
  EXPECT_EQ(done.out, "");
  EXPECT_EQ(run_text(kListModel, {"--scope", "3 but 2 Nod"}).status, 2);
}

TEST_F(Run, OverflowIsPreventedUnlessWrappingIsAskedFor) {
  const std::string text = "run { some i: Int | plus[i, 1] < i }\n";
  EXPECT_EQ(run_text(text, {"--json"}).json()["results"][0]["verdict"], "unsat");
  EXPECT_EQ(run_text(text, {"--json", "--overflow", "wrap"}).json()["results"][0]["verdict"], "sat");
}

TEST_F(Run, TheCoreMarksTheResponsibleFormulas) {
  const std::string text =
      "sig A {}\n"
      "sig B {}\n"
      "fact { some B }\n"
      "fact { no A }\n"
      "run { some A }\n";
  const auto done = run_text(text, {"--core"});
  EXPECT_THAT(done.out, HasSubstr("m.als:4:8: note: fact\n    fact { no A }\n           ^~~~\n"));
  EXPECT_THAT(done.out,
              HasSubstr("m.als:5:7: note: formula of the command\n    run { some A }\n          ^~~~~~\n"));
  EXPECT_THAT(done.out, Not(HasSubstr("m.als:3:")));

  const json core = run_text(text, {"--core", "--json"}).json()["results"][0]["core"];
  ASSERT_EQ(core.size(), 2U);
  EXPECT_EQ(core[0]["line"], 4);
  EXPECT_EQ(core[0]["column"], 8);
  EXPECT_EQ(core[0]["kind"], "fact");
  EXPECT_EQ(core[0]["text"], "no A");
  EXPECT_EQ(core[1]["line"], 5);
}

TEST_F(Run, ACheckThatHoldsVacuouslyGetsAWarning) {
  const std::string text = "sig A {}\nfact { some A and no A }\ncheck { some A }\n";
  const auto done = run_text(text);
  EXPECT_EQ(done.status, 0) << "warnings do not change the exit status";
  EXPECT_THAT(done.err, HasSubstr("m.als:3:1: warning: the check holds vacuously"));
  const json warnings = run_text(text, {"--json"}).json()["warnings"];
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings[0]["line"], 3);
  EXPECT_EQ(warnings[0]["column"], 1);
  EXPECT_THAT(warnings[0]["file"].get<std::string>(), testing::EndsWith("m.als"));
  EXPECT_THAT(warnings[0]["message"].get<std::string>(), HasSubstr("vacuously"));
}

TEST_F(Run, WritesOneFilePerInstance) {
  const Folder out;
  const auto done = run_text(kListModel, {"--out", out / "deep/er", "--format", "xml"});
  EXPECT_THAT(done.out, HasSubstr("written to '" + (out / "deep/er/0-show.xml") + "'"));
  EXPECT_TRUE(std::filesystem::exists(out / "deep/er/3-wrong.xml"));
  EXPECT_FALSE(std::filesystem::exists(out / "deep/er/1-empty.xml"));
  EXPECT_THAT(out.read("deep/er/0-show.xml"), testing::StartsWith("<alloy "));
  EXPECT_THAT(done.out, Not(HasSubstr("<alloy")));
}

TEST_F(Run, OtherFormatsHaveStandardOutputForThemselves) {
  const auto dot = run_text(kListModel, {"-c", "show", "--format", "dot"});
  EXPECT_THAT(dot.out, testing::StartsWith("digraph instance {"));
  EXPECT_THAT(dot.out, testing::EndsWith("}\n"));
  EXPECT_THAT(dot.err, HasSubstr("[0] run show"));
  const auto as_json = run_text(kListModel, {"-c", "show", "--format", "json"});
  EXPECT_TRUE(as_json.json()["sigs"].is_object());
}

TEST_F(Run, DrawsDiagrams) {
  const auto svg = run_text(kListModel, {"-c", "show", "--format", "svg"});
  EXPECT_EQ(svg.status, 0) << svg.err;
  EXPECT_THAT(svg.out, HasSubstr("<svg "));
  EXPECT_THAT(svg.out, HasSubstr("</svg>"));
}

TEST_F(Run, SuggestsInstallingGraphviz) {
  const std::string model = folder_.write("m.als", kListModel);
  const auto done = run({.arguments = {"run", model, "-c", "show", "--format", "svg"},
                         .environment = {"PATH=" + folder_.path()}});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("SVG output requires Graphviz"));
  EXPECT_THAT(done.err, HasSubstr("install the package 'graphviz'"));
}

TEST_F(Run, FindsModulesInTheDirectoriesOfInclude) {
  folder_.write("lib/shapes.als", "module shapes\nsig Circle {}\n");
  const std::string text = "open shapes\nrun { some Circle }\n";
  EXPECT_EQ(run_text(text).status, 2);
  const auto done = run_text(text, {"-I", folder_ / "lib"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("shapes/Circle = {"));
}

TEST_F(Run, VerboseReportsTheFilesOfModules) {
  EXPECT_THAT(run_text("open util/relation as r\nrun {}\n", {"--verbose"}).err, HasSubstr("module 'r': "));
}

TEST_F(Run, TimeLimitIsReportedAsSuch) {
  const auto done = run_text(kHardModel, {"--timeout", "0.3"});
  EXPECT_EQ(done.status, 3);
  EXPECT_THAT(done.out, HasSubstr(": unknown (time limit reached)\n"));
  const json result = run_text(kHardModel, {"--timeout", "0.3", "--json"}).json()["results"][0];
  EXPECT_EQ(result["verdict"], "limit");
  EXPECT_EQ(result["stop"], "time");
  EXPECT_TRUE(result["instance"].is_null());
}

TEST_F(Run, CommandsAfterTheTimeLimitAreReportedToo) {
  const auto done = run_text(std::string(kHardModel) + "run {} for 1\ncheck { some Hole } for 1\n",
                             {"--timeout", "0.3", "--json"});
  EXPECT_EQ(done.status, 3);
  const json results = done.json()["results"];
  ASSERT_EQ(results.size(), 3U);
  for (const json& result : results) EXPECT_EQ(result["verdict"], "limit");
}

TEST_F(Run, AHardCommandLeavesTimeForTheOthers) {
  const auto done =
      run_text(std::string(kHardModel) + "run { no Hole } for 1\n", {"--command-timeout", "2", "--json"});
  EXPECT_EQ(done.status, 3);
  const json results = done.json()["results"];
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0]["verdict"], "limit");
  EXPECT_EQ(results[0]["stop"], "time");
  EXPECT_EQ(results[1]["verdict"], "unsat");
}

TEST_F(Run, MemoryLimitIsReportedAsSuch) {
  const auto done = run_text(kHardModel, {"--memory", "1", "--json"});
  EXPECT_EQ(done.status, 3);
  EXPECT_EQ(done.json()["results"][0]["verdict"], "limit");
  EXPECT_EQ(done.json()["results"][0]["stop"], "memory");
}

TEST_F(Run, LimitsHoldForTheReadingOfALargeModelToo) {
  const auto late = run_text(large_model(), {"--timeout", "0.2"});
  EXPECT_EQ(late.status, 3);
  EXPECT_EQ(late.out, "");
  EXPECT_EQ(late.err, "error: time limit reached while reading the model\n");
  const auto heavy = run_text(large_model(), {"--memory", "100", "--json"});
  EXPECT_EQ(heavy.status, 3);
  EXPECT_EQ(heavy.json()["stop"], "memory");
}

TEST_F(Run, LimitsHoldForLoweringToo) {
  // Each predicate requires the one before it twice, inside of quantifiers of its own.
  std::string model = "sig A {}\npred p0 { some A }\n";
  for (int i = 1; i <= 40; ++i) {
    model += fmt::format("pred p{0} {{ (all x: A | x in A and p{1}) and (all y: A | y in A and p{1}) }}\n", i,
                         i - 1);
  }
  const auto done = run_text(model + "run p40 for 1\n", {"--timeout", "0.3", "--json"});
  EXPECT_EQ(done.status, 3);
  EXPECT_EQ(done.json()["results"][0]["verdict"], "limit");
  EXPECT_EQ(done.json()["results"][0]["stop"], "time");
}

TEST_F(Run, PredicatesThatCallEachOtherTwiceAreRequiredOnce) {
  std::string model = "sig A {}\npred p0 { some A }\n";
  for (int i = 1; i <= 60; ++i) model += fmt::format("pred p{0} {{ p{1} and p{1} }}\n", i, i - 1);
  const auto done = run_text(model + "run { p60 and all a: A | p60 and some a } for 1\n");
  EXPECT_THAT(done.out, HasSubstr(": instance found\n    A = {A$0}\n"));
}

TEST_F(Run, AScopeBeyondAllMeasureIsRefused) {
  const auto done = run_text("sig A {}\nrun {} for 2000000000\n", {});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err,
              HasSubstr("m.als:2:1: error: the scope has 2,000,000,000 atoms: the maximum is 1,000,000\n"));
}

TEST_F(Run, AThousandSigsAreNoTrouble) {
  std::string model;
  for (int i = 0; i < 1000; ++i) model += fmt::format("sig A{} {{}}\n", i);
  EXPECT_EQ(run_text(model + "run {} for 1\n", {"--json"}).json()["results"][0]["verdict"], "sat");
}

}  // namespace
}  // namespace fretsaw::test
