// SPDX-License-Identifier: MIT
// Equivalence against brute force: every instance in the scope, with all arguments, as a test.
#include <gtest/gtest.h>

#include "modeltest/suite.hpp"
#include "modeltest/test_file.hpp"
#include "mutation/mutating.hpp"

namespace fretsaw::mutation {
namespace {

// A test for every instance of scope 2, up to isomorphism, and every predicate with all arguments.
SourcePtr exhaustive_suite(const SourcePtr& model) {
  const auto file = modeltest::load_model_tests(model, {});
  EXPECT_TRUE(file);
  modeltest::SuiteOptions options;
  options.scope = text_source("--scope", "2");
  const auto suite =
      modeltest::suite_by_enumeration((*file)->model, [](const Span&) { return true; }, options);
  EXPECT_TRUE(suite && (*suite)->complete);
  std::vector<modeltest::WrittenTest> tests;
  for (const modeltest::SuiteTest& test : (*suite)->tests) tests.push_back(test.test);
  return text_source("suite.als", modeltest::write_plain((*file)->model, tests, {}));
}

class ExhaustiveSuite : public testing::TestWithParam<const char*> {};

TEST_P(ExhaustiveSuite, KillsTheMutantsOfPredicatesThatAreNotEquivalentAndNoOthers) {
  const SourcePtr model = text_source("model.als", GetParam());
  MutationOptions options;
  options.scope = text_source("--scope", "2");
  const MutationRun run = run_of(model, options);
  EXPECT_EQ(run.total().undecided, 0u);
  EXPECT_GT(run.total().equivalent, 0u);
  const std::vector<bool> all(run.mutants->all.size(), true);
  const auto scored = score(*run.mutants, all, {exhaustive_suite(model)}, {});
  ASSERT_TRUE(scored) << render(scored.error());
  for (std::size_t i = 0; i < run.mutants->all.size(); ++i) {
    const Mutant& mutant = run.mutants->all[i];
    const bool killed = !scored->killers[i].empty();
    if (run.judgements.all[i].state == Equivalence::Equivalent) {
      EXPECT_FALSE(killed) << describe(*run.mutants, mutant);
    } else if (run.mutants->units[mutant.unit].kind == UnitKind::Predicate) {
      EXPECT_TRUE(killed) << describe(*run.mutants, mutant);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Mutation, ExhaustiveSuite,
    testing::Values("sig List { head: lone Node }\nsig Node { link: lone Node }\n"
                    "pred Acyclic[l: List] { no l.head or some n: l.head.*link | no n.link }\n",
                    "sig A { r: set A }\nfact { no iden & r }\n"
                    "pred p { all a: A | a.r in a.^(r - ~r) => lone a.r else some r }\npred q[a, b: A] { a "
                    "!= b and b in a.r }\n",
                    // Quantifiers over sets.
                    "sig A { r: set A }\npred p[x: A] { all s: set A | x in s => some s.r }\n"
                    "pred q { some s: set A | s.r = s and some s }\n"));

}  // namespace
}  // namespace fretsaw::mutation
