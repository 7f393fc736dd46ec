// SPDX-License-Identifier: MIT
// What check_model() says of code that is right, of code that is wrong, and of harnesses that are.
#include "fretsaw/check_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <set>

namespace fretsaw {
namespace {

using testing::HasSubstr;

// Functions from nodes to nodes, and what can be computed from them.
constexpr const char* kModel = R"(sig Node { next: lone Node }
sig Marked in Node {}
one sig Count { of: Int }
run lists { no Marked and Count.of = 0 } for exactly 3 Node, 4 int
pred LastNodes[last: set Node] {
  all n: last | no n.next
  all n: Node | no n.next implies n in last
}
pred Reversed[flipped: Node -> Node] { flipped = ~next }
pred Counted[number: Int] { number = #next }
pred Single[first: Node] { no next.first }
pred twice[n: Node] { some n }
pred twice[n: Node, m: Node] { n = m }
fun ends: set Node { Node - next.Node }
assert MarksLast { Marked = Node - next.Node }
assert CountsLinks { Count.of = #next }
)";

Model model() {
  const auto loaded = load_text(kModel);
  EXPECT_TRUE(loaded) << render(loaded.error());
  return *loaded;
}

ModelResults last_nodes(const AlloyInstance& instance) {
  std::set<AlloyAtom> last(instance.atoms("Node").begin(), instance.atoms("Node").end());
  for (const AlloyTuple& tuple : instance.tuples("next")) last.erase(tuple[0]);
  ModelResults results;
  for (const AlloyAtom& node : last) results["last"].push_back({node});
  results["last"];
  return results;
}

ModelCheckResult check(const Harness& harness, const std::string& postcondition,
                       const ModelCheckOptions& options = {}) {
  return check_model(model(), "lists", harness, postcondition, options);
}

std::string error_of(const ModelCheckResult& verdict) {
  EXPECT_FALSE(verdict);
  EXPECT_EQ(verdict.inputs, 0U);
  EXPECT_TRUE(verdict.error);
  return verdict.text;
}

// Partial functions on three elements up to renaming: 16, by counting classes with Burnside's lemma.
constexpr std::uint64_t kLists = 16;

TEST(CheckModel, CodeThatIsRightPassesOnAllInstances) {
  const ModelCheckResult verdict = check(last_nodes, "LastNodes");
  EXPECT_TRUE(verdict) << verdict.text;
  EXPECT_EQ(verdict.inputs, kLists);
  EXPECT_EQ(verdict.passed, kLists);
  EXPECT_TRUE(verdict.complete);
  EXPECT_EQ(verdict.text, "");
}

TEST(CheckModel, TheFirstToFailIsTheSmallestAndThePartsThatFailAreNamed) {
  // Forgets a node without successor if there are links.
  const auto forgetful = [](const AlloyInstance& instance) {
    ModelResults results = last_nodes(instance);
    if (!instance.tuples("Node.next").empty() && !results["last"].empty()) results["last"].pop_back();
    return results;
  };
  const ModelCheckResult verdict = check(forgetful, "LastNodes");
  EXPECT_FALSE(verdict);
  EXPECT_EQ(verdict.failed, 1U);
  EXPECT_FALSE(verdict.complete);
  ASSERT_EQ(verdict.counterexamples.size(), 1U);
  const ModelCounterexample& found = verdict.counterexamples[0];
  EXPECT_EQ(found.instance.tuples("next").size(), 1U);
  ASSERT_EQ(found.failures.size(), 1U);
  EXPECT_EQ(found.failures[0].reason, "postcondition");
  EXPECT_EQ(found.failures[0].formula, "n in last");
  EXPECT_THAT(found.failures[0].message, HasSubstr("this formula is false for n = Node$"));
  ASSERT_TRUE(found.failures[0].location);
  EXPECT_EQ(found.failures[0].location->line, 7U);
  EXPECT_THAT(verdict.text, HasSubstr("LastNodes failed on instance 2:\n"));
  EXPECT_THAT(verdict.text, HasSubstr("$last"));
  EXPECT_THAT(verdict.text, HasSubstr("model.als:7:35: note: this formula is false"));

  const ModelCheckResult all = check(forgetful, "LastNodes", {.keep_going = true, .max_counterexamples = 2});
  EXPECT_EQ(all.inputs, kLists);
  EXPECT_EQ(all.passed + all.failed, kLists);
  EXPECT_GT(all.failed, 2U);
  EXPECT_EQ(all.counterexamples.size(), 2U);
  EXPECT_TRUE(all.complete);
}

// Every node is in the answer or not, by a number: the model's verdict is that of the definition.
TEST(CheckModel, AgreesWithTheDefinition) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    std::uint64_t right = 0;
    const auto some_nodes = [&](const AlloyInstance& instance) {
      ModelResults results;
      auto& last = results["last"];
      bool is_right = true;
      std::size_t bit = seed * 7 + instance.tuples("next").size();
      for (const AlloyAtom& node : instance.atoms("Node")) {
        const bool is_last = instance.join(node, "next").empty();
        const bool is_given = (bit++ * 2654435761U >> 7) % 3 == 0 ? !is_last : is_last;
        if (is_given) last.push_back({node});
        is_right = is_right && is_given == is_last;
      }
      right += is_right ? 1 : 0;
      return results;
    };
    const ModelCheckResult verdict = check(some_nodes, "LastNodes", {.keep_going = true, .in_process = true});
    EXPECT_EQ(verdict.inputs, kLists);
    EXPECT_EQ(verdict.passed, right);
    for (const ModelCounterexample& found : verdict.counterexamples) EXPECT_FALSE(found.failures.empty());
  }
}

TEST(CheckModel, RelationsNumbersFieldsAndSubsetSigsAreResults) {
  const auto reversed = [](const AlloyInstance& instance) {
    ModelResults results;
    auto& flipped = results["flipped"];
    for (const AlloyTuple& tuple : instance.tuples("next")) flipped.push_back({tuple[1], tuple[0]});
    return results;
  };
  EXPECT_TRUE(check(reversed, "Reversed"));
  const auto counted = [](const AlloyInstance& instance) {
    return ModelResults{{"number", {{static_cast<std::int64_t>(instance.tuples("next").size())}}}};
  };
  EXPECT_TRUE(check(counted, "Counted"));
  const auto marks = [](const AlloyInstance& instance) {
    return ModelResults{{"Marked", last_nodes(instance)["last"]}};
  };
  EXPECT_TRUE(check(marks, "MarksLast")) << check(marks, "MarksLast").text;
  const auto counts = [](const AlloyInstance& instance) {
    const auto links = static_cast<std::int64_t>(instance.tuples("next").size());
    return ModelResults{{"Count.of", {{instance.one("Count"), links}}}};
  };
  EXPECT_TRUE(check(counts, "CountsLinks")) << check(counts, "CountsLinks").text;
  EXPECT_FALSE(check([](const AlloyInstance&) { return ModelResults{}; }, "MarksLast"));
}

TEST(CheckModel, AParameterOfOneAtomRequiresOne) {
  const auto none = [](const AlloyInstance&) { return ModelResults{{"first", {}}}; };
  const ModelCheckResult verdict = check(none, "Single");
  EXPECT_EQ(verdict.failed, 1U);
  EXPECT_THAT(verdict.text, HasSubstr("'first' must be one Node, but has none"));
}

TEST(CheckModel, WhateverTheCodeDoesInsteadOfReturningIsAFailureAndTheOthersAreRun) {
  struct Case {
    const char* reason;
    const char* message;
    void (*action)();
  };
  const Case cases[] = {
      {"exception", "threw std::logic_error: no way", [] { throw std::logic_error("no way"); }},
      {"exception", "threw int", [] { throw 1; }},
      {"crash", "signal: Segmentation fault", [] { raise(SIGSEGV); }},
      {"abort", "abort() was called; its output was: so long",
       [] { (void)!write(2, "so long\n", 8), std::abort(); }},
      {"exit", "the call ended the program (exit status 3)", [] { _exit(3); }},
      {"endless loop", "exceeded 0.05 s of processor time",
       [] {
         volatile bool is_endless = true;
         while (is_endless) {
         }
       }},
      {"endless loop", "exceeded 2 s of wall-clock time while waiting", [] { pause(); }},
      {"leak", "child processes were still running after the call",
       [] {
         if (fork() == 0) pause();
       }},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.reason);
    const auto harness = [&](const AlloyInstance& instance) {
      if (instance.tuples("next").size() == 1) each.action();
      return last_nodes(instance);
    };
    const ModelCheckResult verdict =
        check(harness, "LastNodes", {.keep_going = true, .input_timeout_seconds = 0.05});
    EXPECT_EQ(verdict.inputs, kLists);
    EXPECT_EQ(verdict.failed, 2U);  // one link: to itself, or to another
    EXPECT_TRUE(verdict.complete);
    ASSERT_FALSE(verdict.counterexamples.empty());
    EXPECT_EQ(verdict.counterexamples[0].failures[0].reason, each.reason);
    EXPECT_THAT(verdict.counterexamples[0].failures[0].message, HasSubstr(each.message));
  }
}

TEST(CheckModel, CodeCannotCloseOrWriteToTheChannel) {
  const auto harness = [](const AlloyInstance& instance) {
    for (int i = 0; i <= STDERR_FILENO; ++i) (void)!write(i, "garbage garbage garbage", 24);
    close_range(0, ~0U, 0);
    return last_nodes(instance);
  };
  const auto verdict = check(harness, "LastNodes");
  EXPECT_EQ(verdict.passed, kLists) << verdict.text;
}

TEST(CheckModel, MemoryIsLimited) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer ends the process where there is no memory";
#endif
  const auto greedy = [](const AlloyInstance& instance) {
    std::vector<char> much(std::size_t{200} << 20, 'x');
    ModelResults results = last_nodes(instance);
    if (much[much.size() / 2] != 'x') results.clear();
    return results;
  };
  EXPECT_TRUE(check(greedy, "LastNodes", {.memory_mb = 0}));
  const ModelCheckResult verdict = check(greedy, "LastNodes", {.memory_mb = 100});
  EXPECT_THAT(verdict.text, HasSubstr("threw std::bad_alloc"));
}

TEST(CheckModel, InThisProcessExceptionsAreFailuresToo) {
  int calls = 0;
  const auto harness = [&](const AlloyInstance& instance) {
    if (++calls == 3) throw std::runtime_error("third");
    return last_nodes(instance);
  };
  const ModelCheckResult verdict = check(harness, "LastNodes", {.keep_going = true, .in_process = true});
  EXPECT_EQ(calls, static_cast<int>(kLists));
  EXPECT_EQ(verdict.failed, 1U);
  EXPECT_EQ(verdict.counterexamples[0].number, 3U);
  EXPECT_THAT(verdict.text, HasSubstr("threw std::runtime_error: third"));
}

TEST(CheckModel, PartsAreDisjointAndSamplesAreDrawn) {
  std::uint64_t inputs = 0;
  for (std::uint32_t part = 1; part <= 3; ++part) {
    const ModelCheckResult verdict = check(last_nodes, "LastNodes", {.part = {part, 3}});
    EXPECT_TRUE(verdict.complete);
    inputs += verdict.inputs;
  }
  EXPECT_EQ(inputs, kLists);
  const ModelCheckResult sample = check(last_nodes, "LastNodes", {.sample = 5});
  EXPECT_EQ(sample.passed, 5U);
  EXPECT_FALSE(sample.complete);
  EXPECT_FALSE(sample);  // not all were run
  EXPECT_TRUE(check(last_nodes, "LastNodes", {.sample = 100}));
  const ModelCheckResult one = check(last_nodes, "LastNodes", {.input_number = 4});
  EXPECT_EQ(one.inputs, 1U);
  ASSERT_EQ(one.counterexamples.size(), 1U);
  EXPECT_EQ(one.counterexamples[0].number, 4U);
  EXPECT_THAT(one.text, HasSubstr("LastNodes passed on instance 4:"));
  EXPECT_EQ(check(last_nodes, "LastNodes", {.symmetry = Symmetry::None}).inputs, 64U);  // 4^3
}

TEST(CheckModel, ALimitIsNotAResult) {
  ModelCheckOptions options;
  options.limits.cancel.request();
  const ModelCheckResult verdict = check(last_nodes, "LastNodes", options);
  EXPECT_FALSE(verdict);
  EXPECT_EQ(verdict.stop, StopReason::Cancelled);
}

TEST(CheckModelBadInput, Postconditions) {
  EXPECT_THAT(
      error_of(check(last_nodes, "LastNode")),
      HasSubstr(
          "error: unknown predicate or assertion 'LastNode'; did you mean 'LastNodes'?\nnote: the model "
          "has: LastNodes, "));
  EXPECT_THAT(error_of(check(last_nodes, "LastNode")), HasSubstr("did you mean 'LastNodes'?"));
  EXPECT_THAT(error_of(check(last_nodes, "ends")), HasSubstr("model.als:14:5: error: 'ends' is a function"));
  EXPECT_THAT(error_of(check(last_nodes, "twice")), HasSubstr("predicate 'twice' is ambiguous"));
  EXPECT_THAT(check_model(model(), "list", last_nodes, "LastNodes").text,
              HasSubstr("unknown command 'list'"));
  const auto temporal = load_text("var sig A {}\nrun changes { eventually some A } for 2\npred P { some A }");
  ASSERT_TRUE(temporal);
  EXPECT_THAT(
      check_model(*temporal, "changes", last_nodes, "P").text,
      HasSubstr("model.als:2:1: error: temporal command 'changes' is not supported by 'check-model'"));
}

TEST(CheckModelBadInput, Results) {
  const auto giving = [](const std::string& name, std::vector<AlloyTuple> tuples) {
    return [=](const AlloyInstance&) { return ModelResults{{name, tuples}}; };
  };
  EXPECT_THAT(
      error_of(check(giving("first", {}), "LastNodes")),
      HasSubstr(
          "model.als:5:6: error: unknown result 'first': not a parameter of 'LastNodes', a field or a subset "
          "sig\n"));
  EXPECT_THAT(error_of(check(giving("first", {}), "LastNodes")),
              HasSubstr("note: parameters of 'LastNodes': last\nnote: the name of a field is Sig.field\n"));
  EXPECT_THAT(error_of(check([](const AlloyInstance&) { return ModelResults{}; }, "LastNodes")),
              HasSubstr("model.als:5:16: error: missing result 'last', a parameter of 'LastNodes'"));
  EXPECT_THAT(
      error_of(check(giving("last", {{"Node$0", "Node$1"}}), "LastNodes")),
      HasSubstr("invalid result 'last': expected tuples of arity 1, found Node$0->Node$1 with arity 2"));
  EXPECT_THAT(error_of(check(giving("last", {{"Node$7"}}), "LastNodes")),
              HasSubstr("invalid result 'last': the atom Node$7 is not in the instance"));
  EXPECT_THAT(error_of(check(giving("last", {{"Count$0"}}), "LastNodes")),
              HasSubstr("invalid result 'last': the tuple Count$0 is not of type Node"));
  EXPECT_THAT(error_of(check(giving("number", {{std::int64_t{9}}}), "Counted")),
              HasSubstr("invalid result 'number': the number 9 does not fit the bit width"));
  EXPECT_THAT(error_of(check(giving("Marked", {{"Node$0", "Node$1"}}), "MarksLast")),
              HasSubstr("invalid result 'Marked': expected a set, found tuples of arity 2"));
  EXPECT_THAT(
      error_of(check(giving("Node.next", {{"Node$0"}}), "MarksLast")),
      HasSubstr(
          "the results contradict the model: invalid tuple for 'Node.next': expected 2 atoms, found 1"));
}

TEST(CheckModelBadInput, WhatAHarnessAsksForAndTheInstanceDoesNotHave) {
  const auto asking = [](const char* sig, const char* field) {
    return [=](const AlloyInstance& instance) {
      if (*sig != '\0') instance.atoms(sig);
      instance.tuples(field);
      return ModelResults{};
    };
  };
  for (const bool in_process : {false, true}) {
    const ModelCheckOptions options{.in_process = in_process};
    EXPECT_THAT(error_of(check(asking("Nod", ""), "LastNodes", options)),
                HasSubstr("error in the harness: no sig 'Nod' in the instance, which has "));
    EXPECT_THAT(error_of(check(asking("", "previous"), "LastNodes", options)),
                HasSubstr("no field 'previous' in the instance, which has Node.next, Count.of"));
  }
  EXPECT_THROW(AlloyInstance().one("Node"), InstanceError);
  EXPECT_THROW(to_number(AlloyAtom("Node$0")), InstanceError);
  EXPECT_EQ(to_number(AlloyAtom(std::int64_t{3})), 3);
}

}  // namespace
}  // namespace fretsaw
