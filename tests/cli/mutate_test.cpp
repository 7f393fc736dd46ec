// SPDX-License-Identifier: MIT
// fretsaw mutate as its users meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kMutatedList = R"(-- a list
sig List { head: lone Node }
sig Node { link: lone Node }   -- what comes next
pred Acyclic[l: List] { no l.head or some n: l.head.*link | no n.link }
)";

constexpr const char* kEmptyListTest =
    R"(pred empty { some disj L: List { List = L  no head  no Node  no link  Acyclic[L] } }
run empty for 3 expect 1
)";

class MutateVerb : public testing::Test {
 protected:
  Finished mutate(std::vector<std::string> more) {
    std::vector<std::string> words = {"mutate", folder_.write("m.als", kMutatedList)};
    words.insert(words.end(), more.begin(), more.end());
    return fretsaw(words);
  }
  std::string tests() { return folder_.write("tests.als", kEmptyListTest); }

  Folder folder_;
};

TEST_F(MutateVerb, CountsAsTheToolOf2018Does) {
  const auto document = mutate({"--operators", "2018", "--json"}).json();
  EXPECT_EQ(document["mutants"], 33);
  EXPECT_EQ(document["equivalent"], 5);
  EXPECT_EQ(document["nonequivalent"], 28);
  EXPECT_EQ(document["undecided"], 0);
  EXPECT_TRUE(document["killed"].is_null());
  EXPECT_TRUE(document["score"].is_null());
  EXPECT_EQ(document["operators"]["MOR"], 6);
  EXPECT_EQ(document["operators"]["UOI"], 8);
  EXPECT_EQ(document["scope"], "3");
}

TEST_F(MutateVerb, ShowsSurvivorsAsTheyDifferAndATestThatKillsThem) {
  const auto done = mutate({tests(), "--operators", "QOR"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("SURVIVED QOR at 4:38 in pred Acyclic: some -> all\n"));
  EXPECT_THAT(done.out,
              HasSubstr("-pred Acyclic[l: List] { no l.head or some n: l.head.*link | no n.link }\n"
                        "+pred Acyclic[l: List] { no l.head or all n: l.head.*link | no n.link }\n"));
  const std::string open = "this test kills it:\n", close = "expect 1\n";
  const std::size_t begin = done.out.find(open) + open.size(),
                    end = done.out.find(close, begin) + close.size();
  const std::string pasted = done.out.substr(begin, end - begin);
  const auto again = mutate({folder_.write("pasted.als", pasted), "--operators", "QOR", "--json"});
  EXPECT_GT(again.json()["killed"], 0) << pasted << again.out;
}

TEST_F(MutateVerb, ReportsWhichTestsKillEachMutant) {
  const auto document = mutate({tests(), "--json"}).json();
  EXPECT_GT(document["killed"], 0);
  EXPECT_LT(document["killed"], document["nonequivalent"]);
  for (const auto& result : document["results"]) {
    EXPECT_EQ(result.contains("killed_by"), result["fate"] == "killed");
    EXPECT_EQ(result.contains("test"), result["fate"] == "survived");
  }
}

TEST_F(MutateVerb, FailsUnderAScoreThatIsTooLow) {
  EXPECT_EQ(mutate({tests(), "--fail-under", "99"}).status, 1);
  EXPECT_EQ(mutate({tests(), "--fail-under", "1"}).status, 0);
  EXPECT_EQ(mutate({"--fail-under", "50"}).status, 2);
}

TEST_F(MutateVerb, WritesMutantsThatKeepCommentsAndLayout) {
  const std::string out = folder_.path() + "/mutants";
  EXPECT_EQ(mutate({"--operators", "MOR", "--out", out}).status, 0);
  std::ifstream file(out + "/0001_MOR.als");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_THAT(text.str(), HasSubstr("-- a list\nlone sig List { head: lone Node }\n"));
  EXPECT_THAT(text.str(), HasSubstr("-- what comes next\n"));
  for (const auto& entry : std::filesystem::directory_iterator(out))
    EXPECT_EQ(fretsaw({"run", entry.path().string()}).status, 0) << entry.path();
}

TEST_F(MutateVerb, WritesReportsForBuildServersAndBrowsers) {
  const std::string junit = folder_.path() + "/j.xml", html = folder_.path() + "/p.html";
  EXPECT_EQ(mutate({tests(), "--junit", junit, "--html", html}).status, 0);
  const auto read = [](const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  EXPECT_THAT(read(junit), HasSubstr("<failure message=\"no test kills this mutant\">"));
  EXPECT_THAT(read(html), HasSubstr("<span class=\"bad\" title=\""));
  EXPECT_THAT(read(html), HasSubstr("<h2>Survivors</h2>"));
}

TEST_F(MutateVerb, GivesTheSameWhateverTheNumberOfThreads) {
  EXPECT_EQ(mutate({tests(), "--json"}).out, mutate({tests(), "--json", "-j", "3"}).out);
}

TEST_F(MutateVerb, TakesTheScopeOfTheFirstCommandOrThree) {
  EXPECT_THAT(mutate({"--operators", "MOR"}).err, HasSubstr("no scope given: using scope 3"));
  const std::string model =
      folder_.write("c.als", std::string(kMutatedList) + "run Acyclic for 2 but 1 List\n");
  EXPECT_EQ(fretsaw({"mutate", model, "--operators", "MOR", "--json"}).json()["scope"], "2 but 1 List");
  EXPECT_EQ(fretsaw({"mutate", model, "--operators", "2018", "--json"}).json()["scope"], "3");
}

TEST_F(MutateVerb, RefusesWhatItCannotDo) {
  const auto unknown = mutate({"--operators", "MOR,FOO"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err, HasSubstr("unknown mutation operator 'FOO'"));
  const auto other = mutate({folder_.write("other.als", "pred t { some Tree }\nrun t for 3 expect 1\n")});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("other.als:1:"));
  EXPECT_EQ(fretsaw({"mutate", folder_.write("bad.als", "sig A { f: B }")}).status, 2);
  EXPECT_EQ(mutate({"--scope", "3 but 2 Nod"}).status, 2);
}

TEST_F(MutateVerb, ReportsProgressBeforeALimit) {
  const auto done = fretsaw({"mutate", folder_.write("m.als", kMutatedList), "--json", "--memory", "1"});
  EXPECT_EQ(done.status, 3);
  EXPECT_TRUE(done.json().contains("stop"));
}

constexpr const char* kAssertion = "assert Ends { all l: List | Acyclic[l] => some l or no l.head }\n";

TEST_F(MutateVerb, KillsMutantsOfAssertionsWithTestsInTheShortForm) {
  const std::string model = folder_.write("a.als", std::string(kMutatedList) + kAssertion);
  const auto before = fretsaw({"mutate", model, "--json"}).json();
  const auto all = fretsaw({"mutate", model, tests(), "--assertions", "--json"}).json();
  EXPECT_GT(all["mutants"], before["mutants"]);
  int pasted = 0;
  for (const auto& result : all["results"]) {
    if (result["paragraph"] != "assert Ends" || result["fate"] != "survived") continue;
    const std::string test = result["test"];
    EXPECT_THAT(test, testing::StartsWith("\nvaluation kills_"));
    EXPECT_THAT(test, HasSubstr("\nsatisfies Ends\n"));
    const auto again =
        fretsaw({"mutate", model, folder_.write("pasted.als", test), "--assertions", "--json"}).json();
    for (const auto& other : again["results"]) {
      if (other["line"] == result["line"] && other["column"] == result["column"] &&
          other["change"] == result["change"])
        EXPECT_EQ(other["fate"], "killed") << test << other;
    }
    ++pasted;
  }
  EXPECT_GT(pasted, 1);
  const auto told = fretsaw({"mutate", model, tests(), "--assertions"});
  EXPECT_THAT(told.out, HasSubstr("this test kills it (a file of its own: only the short form can name an "
                                  "assertion):\n"));
}

TEST_F(MutateVerb, MakesASuiteThatKillsMutantsOfAssertionsToo) {
  const std::string model = folder_.write("a.als", std::string(kMutatedList) + kAssertion);
  const auto made = fretsaw({"suite", model, "--by", "mutation", "--assertions"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.err, HasSubstr("the tests are in the short form"));
  const std::string suite = folder_.write("suite.als", made.out);
  const auto scored = fretsaw({"mutate", model, suite, "--assertions", "--scope", "3", "--json"}).json();
  EXPECT_EQ(scored["killed"], scored["nonequivalent"]) << made.out;
  EXPECT_EQ(fretsaw({"test", model, suite}).status, 0);
}

TEST_F(MutateVerb, ReportsThatNoTestCanNameAnUnnamedAssertion) {
  const std::string model =
      folder_.write("a.als", std::string(kMutatedList) + "assert { all l: List | no l.head }\n");
  const auto told = fretsaw({"mutate", model, tests(), "--assertions"});
  EXPECT_EQ(told.status, 0) << told.err;
  EXPECT_THAT(told.out, HasSubstr("no test can kill this mutant: the assertion has no name\n"));
}

TEST_F(MutateVerb, MakesASuiteThatKillsEverything) {
  const std::string model = folder_.write("m.als", kMutatedList);
  const auto made = fretsaw({"suite", model, "--by", "mutation"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("-- Kills "));
  const auto scored = mutate({folder_.write("suite.als", made.out), "--scope", "3", "--json"}).json();
  EXPECT_EQ(scored["killed"], scored["nonequivalent"]);
  EXPECT_EQ(fretsaw({"test", model, folder_.write("suite.als", made.out)}).status, 0);
}

TEST_F(MutateVerb, ReviewsASuiteAtAPrompt) {
  const std::string model = folder_.write("m.als", kMutatedList);
  const auto all = fretsaw({"suite", model, "--by", "coverage", "--json"}).json()["tests"].get<int>();
  ASSERT_GT(all, 3);
  const auto done = run(
      {.arguments = {"suite", model, "--by", "coverage", "--review"}, .input = "a\nf\ns\nnonsense\n\nq\n"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_THAT(done.err, HasSubstr("The model says: "));
  EXPECT_THAT(done.err, HasSubstr("invalid answer 'nonsense': expected a, f, s, q, or Enter to accept\n"));
  EXPECT_THAT(done.err, HasSubstr("3 accepted (1 flipped), 1 skipped; the rest was not reviewed"));
  EXPECT_THAT(done.out, HasSubstr("-- Flipped: the model has the opposite outcome.\n"));
  const auto tested = fretsaw({"test", model, folder_.write("accepted.als", done.out)});
  EXPECT_THAT(tested.out, HasSubstr("3 tests: 2 passed, 1 failed"));
}

}  // namespace
}  // namespace fretsaw::test
