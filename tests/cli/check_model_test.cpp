// SPDX-License-Identifier: MIT
// fretsaw check-model, as users call it. Each test asks several things of one program, which is compiled
// once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "cli/process.hpp"
#include "cli/summaries.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kNodes = R"(sig Node { next: lone Node }
run lists {} for exactly 3 Node
run nothing { some none } for 2
run none_at_all { no Node } for 2
pred Last[last: set Node] {
  all n: last | no n.next
  all n: Node | no n.next implies n in last
}
pred Other[last: set Node, more: Node -> Node] { no more }
)";

constexpr const char* kHarness = R"(
#include <fretsaw/harness.hpp>
#include <csignal>
#include <cstdlib>
using namespace fretsaw;
ModelResults right(const AlloyInstance& instance) {
  ModelResults results;
  auto& last = results["last"];
  for (const AlloyAtom& node : instance.atoms("Node"))
    if (instance.join(node, "next").empty()) last.push_back({node});
  return results;
}
FRETSAW_HARNESS(right, "Last")
ModelResults forgets(const AlloyInstance& instance) {
  ModelResults results = right(instance);
  if (results["last"].size() == 2) results["last"].pop_back();
  return results;
}
FRETSAW_HARNESS(forgets, "Last")
ModelResults crashes(const AlloyInstance& instance) {
  if (instance.tuples("next").size() == 3) raise(SIGSEGV);
  return right(instance);
}
FRETSAW_HARNESS(crashes, "Last")
ModelResults hangs(const AlloyInstance& instance) {
  if (instance.tuples("next").size() == 3) for (volatile int i = 0;; i = i + 1) {}
  return right(instance);
}
FRETSAW_HARNESS(hangs, "Last")
ModelResults throws(const AlloyInstance&) { throw 1.5; }
FRETSAW_HARNESS(throws, "Last")
ModelResults asks(const AlloyInstance& instance) { instance.tuples("previous"); return {}; }
FRETSAW_HARNESS(asks, "Last")
ModelResults invents(const AlloyInstance&) { return {{"last", {{"Node$9"}}}}; }
FRETSAW_HARNESS(invents, "Last")
ModelResults pairs(const AlloyInstance&) { return {{"last", {{"Node$0", "Node$1"}}}}; }
FRETSAW_HARNESS(pairs, "Last")
ModelResults more(const AlloyInstance&) { return {{"last", {}}, {"first", {}}}; }
FRETSAW_HARNESS(more, "Last")
ModelResults unknown(const AlloyInstance&) { return {}; }
FRETSAW_HARNESS(unknown, "Lost")
)";

class CheckModelCommand : public testing::Test {
 protected:
  Finished check(std::vector<std::string> more, const std::string& command = "lists") {
    std::vector<std::string> words = {"check-model", folder_.write("nodes.als", kNodes),    "-c", command,
                                      "--harness",   folder_.write("harness.cpp", kHarness)};
    words.insert(words.end(), more.begin(), more.end());
    return run({.arguments = words, .environment = {"XDG_CACHE_HOME=" + (folder_ / "cache")}});
  }
  Finished method(const std::string& name, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"--function", name});
    return check(more);
  }

  Folder folder_;
};

// Partial functions on three elements up to renaming.
constexpr int kLists = 16;

TEST_F(CheckModelCommand, ReportsPassesAndFailures) {
  const Finished right = method("right");
  EXPECT_EQ(right.status, 0) << right.err;
  EXPECT_EQ(right.out, "right: all 16 instances of 'lists' satisfy 'Last'\n");

  const Finished wrong = method("forgets");
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.out, HasSubstr("forgets failed on instance "));
  EXPECT_THAT(wrong.out, HasSubstr("$last"));
  EXPECT_THAT(wrong.out, HasSubstr("nodes.als:7:35: note: this formula is false for n = Node$"));
  EXPECT_THAT(wrong.out, HasSubstr("  all n: Node | no n.next implies n in last\n"));
  EXPECT_THAT(wrong.out, HasSubstr("\nreproduce: fretsaw check-model "));

  const json document = method("forgets", {"--json", "--keep-going"}).json();
  EXPECT_EQ(document["command"], "check-model");
  EXPECT_EQ(document["inputs"], kLists);
  EXPECT_EQ(document["failed"], document["counterexamples"].size());
  EXPECT_EQ(document["passed"].get<int>() + document["failed"].get<int>(), kLists);
  EXPECT_EQ(document["complete"], true);
  EXPECT_GE(document["ms"].get<double>(), 0);
  const json& first = document["counterexamples"][0];
  EXPECT_THAT(wrong.out,
              HasSubstr("forgets: " + first_failure(first["input"], " of 'lists'", "instance") + "\n"));
  EXPECT_EQ(first["reason"], "postcondition");
  EXPECT_EQ(first["clause"], "n in last");
  EXPECT_EQ(first["line"], 7);
  EXPECT_EQ(first["results"]["last"].size(), 1U);
  EXPECT_EQ(first["instance"]["skolems"]["$last"].size(), 1U);

  // The command that it says repeats it, and its instance can be looked at.
  const std::string number = std::to_string(first["input"].get<int>());
  const Finished again = method("forgets", {"--input", number});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.out, HasSubstr("forgets: failed on instance " + number + " of 'lists'\n"));
  EXPECT_EQ(method("forgets", {"--input", "17"}).status, 2);
  EXPECT_THAT(method("forgets", {"--input", "17"}).out,
              HasSubstr("forgets: no instance 17 of 'lists'; there are only 16"));
  const std::string file = folder_.write("instance.json", first["instance"].dump());
  EXPECT_EQ(fretsaw({"eval", folder_ / "nodes.als", "-c", "lists", "--instance", file, "Last[$last]"}).out,
            "false\n");
}

TEST_F(CheckModelCommand, PartsSamplesFormatsAndFiles) {
  int inputs = 0;
  for (const char* part : {"1/2", "2/2"})
    inputs += method("right", {"--part", part, "--json"}).json()["inputs"].get<int>();
  EXPECT_EQ(inputs, kLists);
  EXPECT_EQ(method("right", {"--sample", "4"}).out,
            "right: a sample of 4 instances of 'lists' satisfies 'Last'\n");
  EXPECT_EQ(method("right", {"--scope", "2", "--json"}).json()["inputs"], 9);  // 1 + 2 + 6
  const Finished svg = method("forgets", {"--format", "dot", "--keep-going", "--limit", "1"});
  EXPECT_THAT(svg.out, testing::StartsWith("digraph"));
  EXPECT_THAT(svg.err, HasSubstr(" of 16 instances of 'lists'\n"));
  const std::string out = folder_ / "failing";
  const Finished files = method("forgets", {"--out", out, "--format", "json", "--keep-going"});
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(out)) {
    const json written = json::parse(std::ifstream(entry.path()));
    EXPECT_TRUE(written.contains("instance"));
    ++count;
  }
  EXPECT_EQ(count, method("forgets", {"--json", "--keep-going"}).json()["failed"].get<std::size_t>());
  EXPECT_THAT(files.out, HasSubstr(written(count, "counterexample", out)));
  const std::string junit = folder_ / "junit.xml";
  EXPECT_EQ(method("forgets", {"--junit", junit}).status, 1);
  std::ifstream in(junit);
  const std::string xml{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(xml, HasSubstr("failures=\"1\""));
  EXPECT_THAT(xml, HasSubstr("forgets: failed on instance"));
}

TEST_F(CheckModelCommand, ACrashAnEndlessLoopAndAnExceptionAreCounterexamples) {
  const json crash = method("crashes", {"--json", "--keep-going"}).json();
  EXPECT_EQ(crash["inputs"], kLists);
  EXPECT_EQ(crash["failed"], 7);  // functions on three elements up to renaming
  EXPECT_EQ(crash["counterexamples"][6]["reason"], "crash");
  EXPECT_EQ(crash["counterexamples"][6]["line"], nullptr);
  const Finished hang = method("hangs", {"--input-timeout", "0.05"});
  EXPECT_EQ(hang.status, 1);
  EXPECT_THAT(hang.out, HasSubstr("exceeded 0.05 s of processor time"));
  const Finished thrown = method("throws");
  EXPECT_EQ(thrown.status, 1);
  EXPECT_THAT(thrown.out, HasSubstr("throws failed on instance 1:"));
  EXPECT_THAT(thrown.out, HasSubstr("threw double\n"));
}

TEST_F(CheckModelCommand, WhatSanitizersFindIsACounterexample) {
  const std::string model = folder_.write("nodes.als", kNodes);
  const std::string harness = folder_.write("beyond.cpp", R"(#include <fretsaw/harness.hpp>
#include <climits>
fretsaw::ModelResults beyond(const fretsaw::AlloyInstance& instance) {
  int* const two = new int[2]();
  const int last = two[instance.atoms("Node").size() - 1];
  delete[] two;
  return {{"last", last == 1 ? instance.tuples("next") : instance.join("Node", "next")}};
}
FRETSAW_HARNESS(beyond, "Last")
fretsaw::ModelResults overflows(const fretsaw::AlloyInstance& instance) {
  volatile int most = INT_MAX - 2;
  most = most + static_cast<int>(instance.atoms("Node").size());
  return {{"last", {}}};
}
FRETSAW_HARNESS(overflows, "Last")
)");
  const auto reason = [&](const char* method, const char* sanitizer) {
    const json found = fretsaw({"check-model", model, "-c", "lists", "--harness", harness, "--function",
                                method, "--sanitize", sanitizer, "--json", "--no-cache"})
                           .json()["counterexamples"][0];
    return found["reason"].get<std::string>() + ": " + found["message"].get<std::string>();
  };
  EXPECT_EQ(reason("beyond", "address"), "memory error: heap-buffer-overflow");
  EXPECT_THAT(reason("overflows", "undefined"), HasSubstr("undefined behavior: signed integer overflow"));
}

TEST_F(CheckModelCommand, ALimitEndsAHarnessThatWaitsForNothing) {
  const std::string model = folder_.write("nodes.als", kNodes);
  const std::string harness = folder_.write("waits.cpp", R"(#include <fretsaw/harness.hpp>
#include <unistd.h>
fretsaw::ModelResults waits(const fretsaw::AlloyInstance&) { for (;;) pause(); }
FRETSAW_HARNESS(waits, "Last")
)");
  const std::vector<std::string> words = {"check-model", model, "-c", "lists", "--harness", harness};
  std::vector<std::string> limited = words;
  limited.insert(limited.end(), {"--timeout", "5", "--json"});
  const Finished stopped = fretsaw(limited);
  EXPECT_EQ(stopped.status, 3);
  EXPECT_EQ(stopped.json()["stop"], "time");
}

TEST_F(CheckModelCommand, ErrorsOfAHarnessAreReported) {
  const auto error = [&](const Finished& finished) {
    EXPECT_EQ(finished.status, 2) << finished.out;
    EXPECT_EQ(finished.out, "");
    return finished.err;
  };
  EXPECT_THAT(error(method("unknown")), HasSubstr("error: unknown predicate or assertion 'Lost'"));
  EXPECT_THAT(error(method("right", {"--postcondition", "Las"})), HasSubstr("did you mean 'Last'?"));
  EXPECT_THAT(error(method("right", {"--postcondition", "Other"})),
              HasSubstr("nodes.als:9:28: error: missing result 'more', a parameter of 'Other'"));
  EXPECT_THAT(error(method("asks")), HasSubstr("no field 'previous' in the instance, which has Node.next"));
  EXPECT_THAT(
      error(method("invents")),
      HasSubstr("nodes.als:5:11: error: invalid result 'last': the atom Node$9 is not in the instance"));
  EXPECT_THAT(error(method("pairs")),
              HasSubstr("expected tuples of arity 1, found Node$0->Node$1 with arity 2"));
  EXPECT_THAT(error(method("more")),
              HasSubstr("unknown result 'first': not a parameter of 'Last', a field or a subset sig"));
  EXPECT_THAT(error(check({})), HasSubstr("harness.cpp' defines several harnesses"));
  EXPECT_THAT(error(check({})), HasSubstr("select one with --function: right, forgets, crashes,"));
  EXPECT_THAT(error(method("rigth")), HasSubstr("error: no harness 'rigth' in '"));
  EXPECT_THAT(error(method("rigth")), HasSubstr("did you mean 'right'?"));
  EXPECT_THAT(error(check({"--function", "right"}, "nothing")),
              HasSubstr("nodes.als:3:1: error: 'run nothing { some none } for 2' has no instances: "
                        "nothing was run\n"));
  EXPECT_THAT(error(check({"--function", "right"}, "list")), HasSubstr("unknown command 'list'"));
  EXPECT_THAT(error(method("right", {"--seed", "3"})), HasSubstr("'--seed' requires '--sample'"));
  EXPECT_THAT(error(method("right", {"--input", "0"})),
              HasSubstr("invalid value '0' for '--input': expected a number of at least 1"));
  EXPECT_THAT(error(method("right", {"--sanitize", "dirt"})),
              HasSubstr("invalid value 'dirt' for '--sanitize': expected address or undefined"));
  EXPECT_EQ(method("unknown", {"--json"}).json()["error"]["class"], "usage");
}

TEST_F(CheckModelCommand, ErrorsOfTheFileAreReported) {
  const std::string model = folder_.write("nodes.als", kNodes);
  const auto error = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"check-model", model, "-c", "lists"});
    const Finished finished = fretsaw(words);
    EXPECT_EQ(finished.status, 2);
    return finished.err;
  };
  EXPECT_THAT(error({}), HasSubstr("'check-model' requires '--harness FILE.cpp'"));
  EXPECT_THAT(error({"--harness", folder_ / "missing.cpp"}), HasSubstr("missing.cpp"));
  const std::string broken = folder_.write("broken.cpp", "#include <fretsaw/harness.hpp>\nint x = y;\n");
  EXPECT_THAT(error({"--harness", broken}),
              HasSubstr("broken.cpp:2:9: error: " + broken + " does not compile: "));
  const std::string empty = folder_.write("empty.cpp", "#include <fretsaw/harness.hpp>\n");
  EXPECT_THAT(error({"--harness", empty}), HasSubstr("no harness in '" + empty + "'\n"));
  EXPECT_THAT(error({"--harness", empty}), HasSubstr("FRETSAW_HARNESS(function, \"Postcondition\")"));
  const std::string open = folder_.write("open.cpp",
                                         "#include <fretsaw/harness.hpp>\nfretsaw::ModelResults go(const "
                                         "fretsaw::AlloyInstance&);\nFRETSAW_HARNESS(go, \"Last\")\n");
  EXPECT_THAT(error({"--harness", open}), HasSubstr("is declared but not defined"));
  const std::string dies = folder_.write("dies.cpp", "#include <cstdlib>\nint x = (std::exit(3), 1);\n");
  EXPECT_THAT(error({"--harness", dies}), HasSubstr("exited unexpectedly"));
}

// The five analyses of the naming system; the numbers are explained in docs/naming.md.
TEST(NamingSystem, HasTheKnownFlawsAndCorrectedHasNone) {
  struct Analysis {
    const char* command;
    const char* method;
    int tests;
    int passed;
  };
  constexpr Analysis kAnalyses[] = {{"wildcard", "wildcards", 12, 10},
                                    {"wildcard_inside", "wildcards", 8, 3},
                                    {"addition", "addition", 164, 157},
                                    {"lookup", "original", 20, 14},
                                    {"lookup", "corrected", 20, 20}};
  const std::string folder = FRETSAW_SOURCE_DIR "/examples/ins/";
  for (const Analysis& analysis : kAnalyses) {
    SCOPED_TRACE(analysis.command + std::string(" ") + analysis.method);
    const json document =
        fretsaw({"check-model", folder + "ins.als", "-c", analysis.command, "--harness",
                 folder + "harness.cpp", "--function", analysis.method, "--keep-going", "--json"})
            .json();
    EXPECT_EQ(document["inputs"], analysis.tests);
    EXPECT_EQ(document["passed"], analysis.passed);
    EXPECT_EQ(document["complete"], true);
  }
}

}  // namespace
}  // namespace fretsaw::test
