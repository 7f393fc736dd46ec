// SPDX-License-Identifier: MIT
// The short form means what the plain form means, and one converts to the other and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/modeltest/loading.hpp"
#include "alloy/modeltest/random_tests.hpp"
#include "alloy/modeltest/test_file.hpp"

namespace fretsaw::modeltest {
namespace {

using testing::HasSubstr;

constexpr const char* kTests = R"(-- The paper's three.
valuation one_node for 3 {
  List = List0
  Node = Node0
  head = List0->Node0
}
fault: satisfies Acyclic
fine: violates Acyclic
facts hold

valuation nothing for 3 but 1 Node {}
satisfies Acyclic
)";

TEST(ShortForm, IsRecognizedExecutedAndNamed) {
  const auto file = tests_of(kFaultyList, kTests);
  EXPECT_EQ(file->form, TestForm::Short);
  Executor executor(file->model, {});
  std::map<std::string, bool> passed;
  for (const std::size_t index : file->tests) {
    const Outcome outcome = executor.execute(file->model.commands[index]);
    EXPECT_FALSE(outcome.solved) << outcome.missing_value;
    passed[outcome.command->label] = outcome.passed();
  }
  EXPECT_EQ(passed, (std::map<std::string, bool>{
                        {"fault", false}, {"fine", true}, {"one_node_3", true}, {"nothing", true}}));
}

Diagnostic error_of(const std::string& model, const std::string& tests) {
  const auto file = load_tests(source_of("model.als", model), source_of("tests.als", tests), {});
  EXPECT_FALSE(file) << tests;
  return file ? Diagnostic{} : file.error();
}

TEST(ShortForm, RefusesWhatItDoesNotUnderstandWithItsPlace) {
  const Diagnostic sig = error_of(kFaultyList, "valuation v {\n  Nod = N\n}\nfacts hold\n");
  EXPECT_EQ(
      render(sig),
      "tests.als:2:3: error: unknown sig or field 'Nod'; did you mean 'Node'?\n      Nod = N\n      ^~~\n");
  EXPECT_THAT(error_of(kFaultyList, "valuation v {\n  Node = N\n  link = N->M\n}\nfacts hold\n").message,
              HasSubstr("unknown atom 'M'"));
  EXPECT_THAT(error_of(kFaultyList, "valuation v { Node = N  link = N }\nfacts hold\n").message,
              HasSubstr("expected a tuple of 2 atoms, found 1"));
  EXPECT_THAT(error_of(kFaultyList, "valuation v { no Node }\n").message,
              HasSubstr("expected a claim, found"));
  EXPECT_THAT(error_of(kFaultyList, "valuation v { some Node }\nfacts hold\n").message,
              HasSubstr("expected 'name = atoms' or 'no name'"));
  EXPECT_THAT(error_of(kFaultyList, "valuation v { no Node  no Node }\nfacts hold\n").message,
              HasSubstr("duplicate value of 'Node'"));
  EXPECT_EQ(render(error_of(kFaultyList, "valuation v {}\nsatisfies some Node\nempty: no Node\n")),
            "tests.als:3:1: error: expected the end, found the name 'empty'\n"
            "    empty: no Node\n"
            "    ^~~~~\n"
            "help: begin each claim with 'satisfies', 'violates', 'facts hold' or 'facts fail'\n");
  const Diagnostic claim = error_of(kFaultyList, "valuation v {}\nsatisfies Cyclic\n");
  EXPECT_EQ(claim.location->line, 2u);
  EXPECT_EQ(claim.location->column, 11u);
}

// plain -> short -> plain gives the same plain text.
std::string there_and_back(const model::Model& model, const std::vector<WrittenTest>& tests) {
  const std::string text = write_short_form(model, tests, {});
  const auto again = read_short_form(source_of("short.tests", text), model);
  EXPECT_TRUE(again) << render(again.error()) << text;
  return again ? write_plain(model, *again, {}) : "";
}

TEST(ShortForm, ConvertsToPlainAndBackWithoutLossOnRandomTests) {
  int converted = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    RandomModel random(seed);
    std::string text = random.text();
    for (int i = 0; i < 10; ++i) text += random.test(i);
    const auto file = tests_of(text);
    for (const std::size_t index : file->tests) {
      auto test = written_test(file->model, file->model.commands[index], *file->syntax);
      if (!test) continue;
      ++converted;
      EXPECT_EQ(there_and_back(file->model, {*test}), write_plain(file->model, {*test}, {}))
          << "seed " << seed;
    }
  }
  EXPECT_GT(converted, 100);
}

TEST(ShortForm, AnAssertionIsCalledByItsName) {
  const std::string model = "sig A {}\nassert None { no A }\n";
  const auto file = tests_of(model, "valuation v { A = A0 }\nviolates None\n");
  const auto tests = read_short_form(file->syntax->source, file->model);
  ASSERT_TRUE(tests);
  EXPECT_THAT(write_plain(file->model, *tests, {}), HasSubstr("no A"));
  EXPECT_THAT(write_short_form(file->model, *tests, {}), HasSubstr("violates None"));
  Executor executor(file->model, {});
  EXPECT_TRUE(executor.execute(file->model.commands[0]).passed());
}

// `no p.parents` could be part of a valuation, but here everything has its value already.
TEST(ShortForm, IsMadeOfClaimsThatQuantify) {
  const auto model = source_of("m.als", R"(sig Person { parents: set Person }
pred Orphan { some p: Person | no p.parents }
)");
  const std::string text = R"(valuation two {
  Person = A + B
  parents = A->B
}
by_name: satisfies Orphan
by_formula: satisfies some p: Person | no p.parents
)";
  const auto short_tests = load_tests(model, source_of("t.short", text), {});
  ASSERT_TRUE(short_tests) << render(short_tests.error());
  const auto written = read_short_form((*short_tests)->syntax->source, (*short_tests)->model);
  ASSERT_TRUE(written) << render(written.error());
  const std::string plain = write_plain((*short_tests)->model, *written, {});
  const auto plain_tests = load_tests(model, source_of("t.als", plain), {});
  ASSERT_TRUE(plain_tests) << render(plain_tests.error()) << plain;
  ASSERT_EQ((*plain_tests)->tests.size(), 2U);
  for (const std::size_t index : (*plain_tests)->tests) {
    const model::Command& command = (*plain_tests)->model.commands[index];
    EXPECT_TRUE(written_test((*plain_tests)->model, command, *(*plain_tests)->syntax)) << plain;
  }
}

TEST(ShortForm, IsMadeOfCallsWithArguments) {
  const auto file =
      tests_of("sig Node { next: lone Node }\npred linked[n: Node] { some n.next }\n",
               "pred t { some disj N0: Node { Node = N0  next = N0->N0  not linked[(N0)] } }\nrun t for 2");
  const auto test = written_test(file->model, file->model.commands.front(), *file->syntax);
  ASSERT_TRUE(test);
  EXPECT_THAT(write_short_form(file->model, {*test}, {}), testing::HasSubstr("violates linked[N0]"));
}

}  // namespace
}  // namespace fretsaw::modeltest
