// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "cli/process.hpp"
#include "cli/summaries.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

// Sixteen instances without symmetry breaking: every graph on two nodes.
constexpr const char* kGraphs = "sig Node { edges: set Node }\nrun {} for exactly 2 Node\n";

class Enumerate : public testing::Test {
 protected:
  Finished enumerate_text(const std::string& text, std::vector<std::string> more = {}) {
    std::vector<std::string> words = {"enumerate", folder_.write("m.als", text)};
    words.insert(words.end(), more.begin(), more.end());
    return fretsaw(words);
  }

  Folder folder_;
};

TEST_F(Enumerate, TheDocumentHasEveryKeyOfTheContract) {
  const auto done = enumerate_text(kGraphs, {"-c", "0", "--symmetry", "none", "--json"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(done.err, "");
  const json document = done.json();
  EXPECT_EQ(document["schema"], "fretsaw/1");
  EXPECT_EQ(document["command"], "enumerate");
  EXPECT_EQ(document["warnings"], json::array());
  EXPECT_EQ(document["index"], 0);
  EXPECT_EQ(document["symmetry"], "none");
  EXPECT_EQ(document["instances"], 16);
  EXPECT_EQ(document["complete"], true);
  EXPECT_TRUE(document["ms"].is_number());
  ASSERT_EQ(document["results"].size(), 16U);
  std::set<json> distinct;
  for (const json& instance : document["results"]) {
    EXPECT_EQ(instance["sigs"]["Node"], json({"Node$0", "Node$1"}));
    distinct.insert(instance["fields"]["Node.edges"]);
  }
  EXPECT_EQ(distinct.size(), 16U);
}

// What a full disk cut short is no answer, and --limit is not to blame.
TEST_F(Enumerate, AFullDiskIsReportedAsWhatItIs) {
  for (const bool in_json : {false, true}) {
    const Folder out;
    std::filesystem::create_symlink("/dev/full", out / "instance-000006.txt");
    const auto done = enumerate_text(kGraphs, {"--symmetry", "none", "--limit", "10", "--out", out.path(),
                                               "--format", "text", in_json ? "--json" : "--quiet"});
    EXPECT_EQ(done.status, 2);
    EXPECT_EQ(out.names().size(), 6U) << "five files, and the name of what is full";
    if (in_json) {
      EXPECT_EQ(done.json()["instances"], 5);
      EXPECT_EQ(done.json()["results"].size(), 5U);
      EXPECT_EQ(done.json()["complete"], false);
      EXPECT_THAT(done.json()["error"]["message"], HasSubstr("No space left on device"));
    } else {
      EXPECT_THAT(done.err, HasSubstr("No space left on device"));
      EXPECT_THAT(done.out, testing::StartsWith(after_error(5, "instance") + " (symmetry none"));
    }
  }
}

TEST_F(Enumerate, AFullStandardOutputIsNotTakenForTheLimit) {
  const auto done = run({.arguments = {"enumerate", folder_.write("m.als", kEndlessModel), "--limit",
                                       "100000000", "--format", "dot"},
                         .output = "/dev/full"});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("cannot write to standard output: No space left on device"));
  EXPECT_THAT(done.err, Not(HasSubstr("stopped at --limit")));
}

TEST_F(Enumerate, GivesOneInstanceOfEachIsomorphismClassUnlessToldOtherwise) {
  const json exact = enumerate_text(kGraphs, {"--json"}).json();
  EXPECT_EQ(exact["symmetry"], "exact");
  EXPECT_EQ(exact["instances"], 10);
  const json lex = enumerate_text(kGraphs, {"--json", "--symmetry", "lex"}).json();
  EXPECT_EQ(lex["symmetry"], "lex");
  EXPECT_GE(lex["instances"], 10);
  EXPECT_LE(lex["instances"], 16);
}

TEST_F(Enumerate, PartsAddUpToTheWholeWhateverTheThreads) {
  for (const char* const threads : {"1", "3"}) {
    int sum = 0;
    for (const char* const part : {"1/3", "2/3", "3/3"}) {
      sum += enumerate_text(kGraphs, {"--part", part, "-j", threads, "--count", "--json"})
                 .json()["instances"]
                 .get<int>();
    }
    EXPECT_EQ(sum, 10) << threads;
  }
}

TEST_F(Enumerate, SmallestComeFirstIfAskedFor) {
  const json results = enumerate_text(kGraphs, {"--order", "smallest", "--json"}).json()["results"];
  std::size_t last = 0;
  for (const json& instance : results) {
    EXPECT_GE(instance["fields"]["Node.edges"].size(), last);
    last = instance["fields"]["Node.edges"].size();
  }
}

// Atoms count once, whether they are in several sigs or in a field of a `one sig`.
TEST_F(Enumerate, SmallestComeFirstAlsoWithSubsigs) {
  const std::string text =
      "sig A { f: lone A }\nsig B in A {}\nsig C extends A {}\none sig D { g: set A, n: set Int }\n"
      "run {} for 2 but 1 int\n";
  for (const std::string symmetry : {"none", "exact"}) {
    const json results =
        enumerate_text(text, {"--order", "smallest", "--json", "--symmetry", symmetry}).json()["results"];
    EXPECT_EQ(results.size(), enumerate_text(text, {"--json", "--symmetry", symmetry}).json()["instances"]);
    std::pair<std::size_t, std::size_t> last;
    for (const json& instance : results) {
      std::size_t tuples = 0;
      for (const auto* const part : {"sigs", "fields"}) {
        for (const json& value : instance[part]) tuples += value.size();
      }
      const std::pair size(instance["sigs"]["A"].size(), tuples);
      EXPECT_GE(size, last) << instance;
      last = size;
    }
  }
}

TEST_F(Enumerate, ComparesWhatIsReachableFromTheRoot) {
  const std::string text = "one sig R { to: set A }\nsig A {}\nrun {} for exactly 3 A\n";
  EXPECT_EQ(enumerate_text(text, {"--root", "R", "--json"}).json()["instances"], 4);
  EXPECT_EQ(enumerate_text(text, {"--root", "A"}).err,
            "error: invalid value 'A' for '--root': expected a 'one sig'\n");
  EXPECT_EQ(enumerate_text(text, {"--root", "Q"}).status, 2);
}

TEST_F(Enumerate, DrawsASampleThatItsSeedDetermines) {
  const std::vector<std::string> words = {"--sample", "4", "--symmetry", "none", "--json", "--seed", "7"};
  const json document = enumerate_text(kGraphs, words).json();
  ASSERT_EQ(document["results"].size(), 4U);
  EXPECT_EQ(document["instances"], 4);
  EXPECT_EQ(std::set<json>(document["results"].begin(), document["results"].end()).size(), 4U);
  EXPECT_EQ(enumerate_text(kGraphs, words).json()["results"], document["results"]);
  EXPECT_EQ(enumerate_text(kGraphs, {"--sample", "4", "--limit", "2"}).status, 2);
}

TEST_F(Enumerate, CountsWithoutResults) {
  const json document = enumerate_text(kGraphs, {"--symmetry", "none", "--count", "--json"}).json();
  EXPECT_EQ(document["instances"], 16);
  EXPECT_EQ(document["complete"], true);
  EXPECT_FALSE(document.contains("results"));
  const auto text = enumerate_text(kGraphs, {"--symmetry", "none", "--count"});
  EXPECT_THAT(text.out, testing::StartsWith(complete(16, "instance") + " (symmetry none, "));
}

TEST_F(Enumerate, ALimitEndsItWithoutAFailure) {
  const auto done = enumerate_text(kGraphs, {"--limit", "3", "--json"});
  EXPECT_EQ(done.status, 0);
  const json document = done.json();
  EXPECT_EQ(document["instances"], 3);
  EXPECT_EQ(document["results"].size(), 3U);
  EXPECT_EQ(document["complete"], false);
  EXPECT_THAT(enumerate_text(kGraphs, {"--limit", "3"}).out, HasSubstr(at_limit(3, "instance")));
  EXPECT_EQ(enumerate_text(kGraphs, {"--limit", "0", "--json"}).json()["results"], json::array());
}

TEST_F(Enumerate, ALimitOnCountingHoldsToo) {
  EXPECT_EQ(enumerate_text(kGraphs, {"--limit", "5", "--count", "--json"}).json()["instances"], 5);
}

TEST_F(Enumerate, AnUnsatisfiableCommandHasNoInstances) {
  const json document = enumerate_text("sig A {}\nrun { some A and no A }\n", {"--json"}).json();
  EXPECT_EQ(document["instances"], 0);
  EXPECT_EQ(document["complete"], true);
  EXPECT_EQ(document["results"], json::array());
}

TEST_F(Enumerate, NumbersTheInstancesInText) {
  const auto done = enumerate_text(kGraphs, {"--limit", "2"});
  EXPECT_THAT(done.out, HasSubstr("instance 1\nNode    = {Node$0, Node$1}\n  edges = {"));
  EXPECT_THAT(done.out, HasSubstr("\ninstance 2\n"));
}

TEST_F(Enumerate, InJsonFormatEveryLineIsAnInstance) {
  const auto done = enumerate_text(kGraphs, {"--symmetry", "none", "--format", "json"});
  std::istringstream lines(done.out);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_TRUE(json::parse(line)["sigs"].is_object());
  EXPECT_EQ(count, 16);
  EXPECT_THAT(done.err, HasSubstr(complete(16, "instance")));
}

TEST_F(Enumerate, WritesOneFilePerInstance) {
  const Folder out;
  const auto done = enumerate_text(kGraphs, {"--symmetry", "none", "--out", out.path(), "--format", "dot"});
  EXPECT_EQ(done.status, 0);
  EXPECT_EQ(out.names().size(), 16U);
  EXPECT_EQ(out.names().front(), "instance-000001.dot");
  EXPECT_THAT(out.read("instance-000016.dot"), testing::StartsWith("digraph"));
  EXPECT_THAT(done.out, HasSubstr(written(16, "instance", out.path())));
  EXPECT_THAT(done.out, Not(HasSubstr("digraph")));
}

TEST_F(Enumerate, WithJsonTheFilesAreInAdditionToTheDocument) {
  const Folder out;
  const auto done = enumerate_text(kGraphs, {"--limit", "2", "--out", out.path(), "--json"});
  EXPECT_EQ(done.json()["results"].size(), 2U);
  EXPECT_EQ(json::parse(out.read("instance-000002.json")), done.json()["results"][1]);
}

TEST_F(Enumerate, SeveralCommandsNeedAChoice) {
  const auto done = enumerate_text(kListModel);
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(
      done.err,
      "error: the model has several commands\nhelp: select one with -c: 0 show, 1 empty, 2 acyclic, 3 wrong\n");
}

TEST_F(Enumerate, ANameSharedByCommandsIsAnErrorThatListsTheIndices) {
  const std::string text = "sig A {}\npred p { some A }\nrun p for 1\nrun {} for 1\nrun p for 2\n";
  const auto done = enumerate_text(text, {"-c", "p"});
  EXPECT_EQ(done.status, 2);
  EXPECT_EQ(done.err, "error: command 'p' is ambiguous\nhelp: select one by its index: 0, 2\n");
  EXPECT_EQ(enumerate_text(text, {"-c", "2", "--json"}).json()["index"], 2);
}

TEST_F(Enumerate, TheCommandsOwnErrorRefusesIt) {
  const auto done = enumerate_text("sig A {}\nsig B {}\nrun { some B } for 2 A\n", {"--json"});
  EXPECT_EQ(done.status, 2);
  const json document = done.json();
  EXPECT_EQ(document["error"]["line"], 3);
  EXPECT_EQ(document["command"], "enumerate");
}

TEST_F(Enumerate, ATimeLimitIsReportedAsSuch) {
  const auto done =
      enumerate_text(kEndlessModel, {"--symmetry", "none", "--timeout", "0.5", "--count", "--json"});
  EXPECT_EQ(done.status, 3);
  const json document = done.json();
  EXPECT_EQ(document["complete"], false);
  EXPECT_EQ(document["stop"], "time");
}

TEST_F(Enumerate, AReaderThatGoesAwayIsHarmless) {
  const std::string model = folder_.write("m.als", kEndlessModel);
  for (const char* const format : {"text", "json"}) {
    // Without symmetry instances come so fast that there is something to read at once.
    const auto done = run(
        {.arguments = {"enumerate", model, "--symmetry", "none", "--format", format}, .read_at_most = 1000});
    EXPECT_EQ(done.status, 0);
    EXPECT_EQ(done.err.find("error"), std::string::npos) << done.err;
  }
}

TEST_F(Enumerate, AFullDiskIsAnError) {
  const std::string model = folder_.write("m.als", kGraphs);
  const auto done = run({.arguments = {"enumerate", model}, .output = "/dev/full"});
  EXPECT_EQ(done.status, 2);
  EXPECT_THAT(done.err, HasSubstr("error: cannot write to standard output: No space left on device"));
}

}  // namespace
}  // namespace fretsaw::test
