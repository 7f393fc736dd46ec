// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// The one instance up to names: A$0 before A$1, v = 3 and 5.
constexpr const char* kPair =
    "one sig First, Second extends A {}\n"
    "abstract sig A { link: lone A, v: Int }\n"
    "fun sum2: Int { plus[First.v, 1] }\n"
    "pred show[a: A] { a = First and link = First->Second and First.v = 3 and Second.v = 5 }\n"
    "run show\n"
    "run { no A }\n";

class Eval : public testing::Test {
 protected:
  Eval() : model_(folder_.write("m.als", kPair)) {}

  Finished eval(std::vector<std::string> words, const std::string& command = "show") {
    std::vector<std::string> all = {"eval", model_, "-c", command};
    all.insert(all.end(), words.begin(), words.end());
    return fretsaw(all);
  }
  std::string value(const std::string& expression) { return eval({expression}).out; }

  Folder folder_;
  std::string model_;
};

TEST_F(Eval, GivesFormulasNumbersAndRelations) {
  EXPECT_EQ(value("some A"), "true\n");
  EXPECT_EQ(value("no link"), "false\n");
  EXPECT_EQ(value("#A"), "2\n");
  EXPECT_EQ(value("First.v"), "{3}\n");
  EXPECT_EQ(value("First.link = Second"), "true\n");
  EXPECT_EQ(value("none"), "{}\n");
  EXPECT_EQ(value("sum2"), "{4}\n");
}

TEST_F(Eval, KnowsAtomsAndSkolemConstants) {
  EXPECT_EQ(value("$show_a = First"), "true\n");
  const std::string first = eval({"First", "--json"}).json()["results"][0]["value"][0][0];
  EXPECT_EQ(value(first + " = First"), "true\n");
}

// No list has a head, so that it does not matter which node is without a link.
TEST_F(Eval, KnowsWitnessesThatDoNotMatter) {
  const std::string model = folder_.write("list.als", R"(one sig List { head: lone Node }
sig Node { link: lone Node }
pred Acyclic { some List.head implies some n: List.head.*link | no n.link }
run show { Acyclic and some link } for 2
)");
  const auto shown = fretsaw({"eval", model, "-c", "show", "Acyclic", "$Acyclic_n in Node"});
  EXPECT_EQ(shown.out, "Acyclic = true\n$Acyclic_n in Node = true\n") << shown.err;
  const std::string file = folder_.write("list.json", fretsaw({"run", model, "--json"}).out);
  EXPECT_EQ(fretsaw({"eval", model, "--instance", file, "Acyclic"}).out, "true\n");
}

// Such a witness may be called an atom that is in no sig, in Alloy's files as well.
TEST_F(Eval, ReadsWitnessesThatAreInNoSig) {
  const std::string model = folder_.write("a.als", "sig A {}\nrun { some x: A | x in A } for 1\n");
  const auto with_atom = [&](const std::string& atom) {
    return folder_.write("a.json", R"({"sigs":{"A":["A$0"]},"fields":{},"skolems":{"$x":[[")" + atom +
                                       R"("]]},"bitwidth":4,"maxseq":1})");
  };
  EXPECT_EQ(fretsaw({"eval", model, "--instance", with_atom("unused0"), "$x", "A"}).out,
            "$x = {}\nA = {A$0}\n");
  EXPECT_THAT(fretsaw({"eval", model, "--instance", with_atom("A$1"), "A"}).err,
              HasSubstr("error: unknown atom 'A$1': no sig contains it\n"));
}

TEST_F(Eval, TakesSeveralExpressions) {
  const auto done = eval({"#A", "some link"});
  EXPECT_EQ(done.out, "#A = 2\nsome link = true\n");
  EXPECT_EQ(done.status, 0);
}

TEST_F(Eval, WordsAfterTwoDashesAreExpressions) {
  const auto done = eval({"--", "-1"});
  EXPECT_EQ(done.out, "-1\n");
}

TEST_F(Eval, TheDocumentHasEveryKeyOfTheContract) {
  const auto done = eval({"link.v", "some A", "#A", "--json"});
  EXPECT_EQ(done.err, "");
  const json document = done.json();
  EXPECT_EQ(document["schema"], "fretsaw/1");
  EXPECT_EQ(document["command"], "eval");
  EXPECT_TRUE(document["warnings"].is_array());
  const json& results = document["results"];
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0]["expression"], "link.v");
  EXPECT_EQ(results[0]["type"], "A->Int");
  ASSERT_EQ(results[0]["value"].size(), 1U);
  EXPECT_TRUE(results[0]["value"][0][0].is_string());
  EXPECT_EQ(results[0]["value"][0][1], 5);
  EXPECT_EQ(results[1]["value"], true);
  EXPECT_EQ(results[1]["type"], "formula");
  EXPECT_EQ(results[2]["value"], 2);
  EXPECT_EQ(results[2]["type"], "int");
}

TEST_F(Eval, AnErrorHasACaretInTheExpression) {
  const auto done = eval({"A.lnk"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.out, "");
  EXPECT_THAT(done.err, HasSubstr("expression:1:3: error: "));
  EXPECT_THAT(done.err, HasSubstr("    A.lnk\n      ^~~\n"));
  EXPECT_THAT(done.err, HasSubstr("did you mean 'link'?"));
}

TEST_F(Eval, AnErrorInOneExpressionDoesNotHideTheOthers) {
  const auto done = eval({"A.lnk", "#A", "--json"});
  EXPECT_EQ(done.status, 2);
  const json document = done.json();
  EXPECT_EQ(document["results"][0]["error"]["column"], 3);
  EXPECT_EQ(document["results"][1]["value"], 2);
  EXPECT_EQ(document["error"], document["results"][0]["error"]);
}

TEST_F(Eval, ACommandWithoutInstanceIsAnError) {
  const auto done = eval({"A"}, "1");
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(
      done.err,
      HasSubstr("m.als:6:1: error: 'run { no A }' has no instance in which to evaluate expressions\n"));
}

TEST_F(Eval, NothingToEvaluateIsAnError) {
  const auto done = eval({});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(
      done.err,
      "error: no expression to evaluate\nhelp: give expressions after the model, or use -i for a prompt\n");
}

TEST_F(Eval, ReadsInstancesInJsonAndXml) {
  for (const char* const format : {"json", "xml"}) {
    const auto shown = fretsaw({"run", model_, "-c", "show", "--format", format});
    const std::string file = folder_.write(std::string("i.") + format, shown.out);
    const auto done = eval({"First.v", "link = First->Second", "--instance", file});
    EXPECT_EQ(done.out, "First.v = {3}\nlink = First->Second = true\n") << format << done.err;
  }
}

TEST_F(Eval, ReadsTheInstanceOutOfADocumentOfRun) {
  const std::string file = folder_.write("run.json", fretsaw({"run", model_, "-c", "show", "--json"}).out);
  EXPECT_EQ(eval({"#link", "--instance", file}).out, "1\n");
}

TEST_F(Eval, AnInstanceNeedNotSatisfyTheCommand) {
  const json shown = json::parse(fretsaw({"run", model_, "-c", "show", "--format", "json"}).out);
  json changed = shown;
  changed["fields"]["A.link"] = json::array();
  const std::string file = folder_.write("i.json", changed.dump());
  EXPECT_EQ(eval({"#link", "--instance", file}).out, "0\n");
}

TEST_F(Eval, KnowsTheSkolemConstantsOfAnInstanceInAFile) {
  const std::string model =
      folder_.write("s.als", "sig A { f: lone A }\nrun show { some x: A | some x.f } for exactly 1 A\n");
  for (const char* const format : {"json", "xml"}) {
    const auto shown = fretsaw({"run", model, "--format", format});
    const std::string file = folder_.write(std::string("s.") + format, shown.out);
    const auto done = fretsaw({"eval", model, "--instance", file, "$show_x", "$show_x.f = A"});
    EXPECT_EQ(done.out, "$show_x = {A$0}\n$show_x.f = A = true\n") << format << done.err;
  }
}

TEST_F(Eval, ABadInstanceIsRefusedWithItsPlace) {
  const std::string file = folder_.write("i.json", "{\"sigs\": {\"A\": [\"A$0\"],\n  \"Frst\": [\"A$0\"]}}");
  const auto done = eval({"A", "--instance", file});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("i.json:2:3: error: unknown sig 'Frst'\n"));
  EXPECT_THAT(done.err, HasSubstr("did you mean 'First'?"));
  EXPECT_THAT(eval({"A", "--instance", folder_ / "none.json"}).err,
              HasSubstr("error: no such file or directory: '"));
}

TEST_F(Eval, AnInstanceOfAnotherBitWidthIsRefused) {
  json shown = json::parse(fretsaw({"run", model_, "-c", "show", "--format", "json"}).out);
  shown["bitwidth"] = 6;
  const auto done = eval({"A", "--instance", folder_.write("i.json", shown.dump())});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("the instance has bit width 6, but the command has 4"));
}

TEST_F(Eval, ThePromptReadsLinesFromAPipe) {
  const auto done =
      run({.arguments = {"eval", model_, "-c", "show", "-i"}, .input = "#A\n\nA.lnk\nsome link\n"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.out, "2\ntrue\n");
  EXPECT_THAT(done.err, HasSubstr("expression:1:3: error: "));
}

TEST_F(Eval, ThePromptShowsTheInstanceAndTheNext) {
  const std::string lists = folder_.write("lists.als", "sig Node { next: lone Node }\nrun { one Node }\n");
  const auto done = run({.arguments = {"eval", lists, "-c", "0", "-i"},
                         .input = ":show\n:next\n#next\n:next\n#next\n:next\n:nxt\nhelp\n:quit\n#Node\n"});
  EXPECT_EQ(done.status, 0);
  EXPECT_THAT(done.out, StartsWith("Node   = {Node$0}\n  next = {"));
  EXPECT_THAT(done.out, HasSubstr("instance 1:\nNode   = {Node$0}\n"));
  EXPECT_THAT(done.out, HasSubstr("instance 2:\nNode   = {Node$0}\n"));
  EXPECT_THAT(done.out, AllOf(HasSubstr("\n0\n"), HasSubstr("\n1\n")));  // the values of #next
  EXPECT_THAT(done.out, HasSubstr(":next              Go to the next instance"));
  EXPECT_THAT(done.out, EndsWith(":quit, Ctrl-D      Quit\n"));  // nothing after :quit
  EXPECT_THAT(done.err, HasSubstr("error: no more instances (2 in total)\n"));
  EXPECT_THAT(
      done.err,
      HasSubstr(
          "error: unknown command ':nxt'; did you mean ':next'?\nhelp: enter :help for a list of commands\n"));
}

TEST_F(Eval, ThePromptShowsABannerOnATerminal) {
  if (!has_terminals()) GTEST_SKIP() << "there are no terminals here: /dev/pts is missing";
  const auto done = run({.arguments = {"eval", model_, "-c", "show", "-i"},
                         .environment = {"TERM=xterm"},
                         .terminal = true,
                         .type = ":q\n"});
  EXPECT_EQ(done.status, 0);
  EXPECT_THAT(done.out, StartsWith("First instance of 'run show"));
}

TEST_F(Eval, TheInstanceIsTheOneThatRunShows) {
  const std::string model = folder_.write("e.als", "sig A { r: set A }\nrun { some r } for 3 expect 1\n");
  const json shown = json::parse(fretsaw({"run", model, "--format", "json"}).out);
  const json value = fretsaw({"eval", model, "-c", "0", "r", "--json"}).json()["results"][0]["value"];
  EXPECT_EQ(value, shown["fields"]["A.r"]);
}

TEST_F(Eval, ThePromptEditsLinesOnATerminal) {
  if (!has_terminals()) GTEST_SKIP() << "there are no terminals here: /dev/pts is missing";
  // Ctrl-A goes to the start of the line, Ctrl-P calls back the last one, Ctrl-D ends.
  const auto done = run({.arguments = {"eval", model_, "-c", "show", "-i"},
                         .environment = {"TERM=xterm"},
                         .terminal = true,
                         .type = "A\x01#\n\x10\n\x04"});
  EXPECT_EQ(done.status, 0);
  std::size_t answers = 0;
  for (std::size_t at = 0; (at = done.out.find("\n2\r\n", at)) != std::string::npos; ++at) ++answers;
  EXPECT_EQ(answers, 2U) << done.out;
}

TEST_F(Eval, ThePromptAndJsonExcludeEachOther) {
  const auto done = eval({"-i", "--json"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.json()["error"]["class"], "usage");
}

}  // namespace
}  // namespace fretsaw::test
