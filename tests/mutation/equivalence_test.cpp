// SPDX-License-Identifier: MIT
// Equivalence against brute force: every instance in the scope, with all arguments, as a test.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "alloy/printer.hpp"
#include "base/excerpt.hpp"
#include "modeltest/suite.hpp"
#include "modeltest/test_file.hpp"
#include "mutation/mutating.hpp"
#include "mutation/parting.hpp"
#include "mutation/random_formula.hpp"

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

// Of the mutants of predicates: what equivalence says, against every instance of scope 2.
void hold_against_all_instances(const SourcePtr& model, std::size_t& equivalent) {
  MutationOptions options;
  options.scope = text_source("--scope", "2");
  const MutationRun run = run_of(model, options);
  EXPECT_EQ(run.total().undecided, 0u);
  equivalent += run.total().equivalent;
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

class ExhaustiveSuite : public testing::TestWithParam<const char*> {};

TEST_P(ExhaustiveSuite, KillsTheMutantsOfPredicatesThatAreNotEquivalentAndNoOthers) {
  std::size_t equivalent = 0;
  hold_against_all_instances(text_source("model.als", GetParam()), equivalent);
  EXPECT_GT(equivalent, 0u);
}

TEST(RandomPredicates, AreEquivalentToTheirMutantsIfNoInstanceTellsThemApart) {
  const std::uint32_t first = std::random_device()() % 1'000'000;
  std::size_t equivalent = 0;
  for (std::uint32_t seed = first; seed < first + 6; ++seed) {
    const std::string formula = alloy::print(*RandomFormula(seed).formula(3));
    const std::string text =
        fmt::format("sig A {{ r, s: set A }}\nfact {{ all a: A | lone a.r }}\npred p {{ {} }}\n", formula);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    hold_against_all_instances(text_source("model.als", text), equivalent);
  }
  EXPECT_GT(equivalent, 0u);
}

TEST(Parting, IsTheSmallestNodeWithAllOfTheDifference) {
  const auto parted = [](const std::string& a, const std::string& b) {
    const auto model = [](const std::string& body) {
      return model::load(text_source("model.als", "sig A { r, s: set A }\npred p { " + body + " }\n"), {});
    };
    const auto before = model(a), after = model(b);
    EXPECT_TRUE(before && after);
    const auto partings = part(*before->functions.front().body, *after->functions.front().body);
    if (partings.empty()) return std::string("the same");
    const Parting& smallest = partings.back();
    return fmt::format("{} | {} | {}", whole(smallest.before->span).text(),
                       whole(smallest.after->span).text(), smallest.around.size());
  };
  EXPECT_EQ(parted("all a: A | some a.*r", "all a: A | some a.*r"), "the same");
  EXPECT_EQ(parted("all a: A | some a.*r", "all a: A | some a.^r"), "*r | ^r | 1");
  EXPECT_EQ(parted("all a: A.r | some a.s", "all a: A.s | some a.s"), "r | s | 0");
  EXPECT_EQ(parted("some r + s", "some s + r"), "r + s | s + r | 0");
  EXPECT_EQ(parted("some a: A, b: a.r | a = b", "some a: A, b: a.r | a in b"), "a = b | a in b | 2");
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
