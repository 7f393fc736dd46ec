// SPDX-License-Identifier: MIT
// Equivalence against brute force: every instance in the scope, with all arguments, as a test.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "alloy/modeltest/suite.hpp"
#include "alloy/modeltest/test_file.hpp"
#include "alloy/mutation/mutating.hpp"
#include "alloy/mutation/random_formula.hpp"
#include "alloy/mutation/tree_difference.hpp"
#include "alloy/syntax/printer.hpp"
#include "base/excerpt.hpp"

namespace fretsaw::mutation {
namespace {

struct Setting {
  std::string scope = "2";
  Overflow overflow = Overflow::Prevent;
};

// A test for every instance of the scope, up to isomorphism, and every predicate with all arguments.
SourcePtr exhaustive_suite(const SourcePtr& model, const Setting& setting) {
  const auto file = modeltest::load_model_tests(model, {});
  EXPECT_TRUE(file);
  modeltest::SuiteOptions options;
  options.scope = text_source("--scope", setting.scope);
  options.stage.overflow = setting.overflow;
  const auto suite =
      modeltest::suite_by_enumeration((*file)->model, [](const Span&) { return true; }, options);
  EXPECT_TRUE(suite && (*suite)->complete);
  std::vector<modeltest::WrittenTest> tests;
  for (const modeltest::SuiteTest& test : (*suite)->tests) tests.push_back(test.test);
  return text_source("suite.als", modeltest::write_plain((*file)->model, tests, {}));
}

// Of the mutants of predicates: what equivalence says, against every instance of the scope.
void hold_against_all_instances(const SourcePtr& model, const Setting& setting, std::size_t& equivalent) {
  MutationOptions options;
  options.scope = text_source("--scope", setting.scope);
  options.stage.overflow = setting.overflow;
  const MutationRun run = run_of(model, options);
  EXPECT_EQ(run.total().undecided, 0u);
  equivalent += run.total().equivalent;
  const std::vector<bool> all(run.mutants->all.size(), true);
  ScoreOptions scoring;
  scoring.stage.overflow = setting.overflow;
  const auto scored = score(*run.mutants, all, {exhaustive_suite(model, setting)}, scoring);
  ASSERT_TRUE(scored) << render(scored.error());
  for (std::size_t i = 0; i < run.mutants->all.size(); ++i) {
    const Mutant& mutant = run.mutants->all[i];
    const bool killed = !scored->killers[i].empty();
    if (run.results.all[i].state == Equivalence::Equivalent) {
      EXPECT_FALSE(killed) << describe(*run.mutants, mutant);
    } else if (run.mutants->units[mutant.unit].kind == UnitKind::Predicate) {
      EXPECT_TRUE(killed) << describe(*run.mutants, mutant);
    }
  }
}

class ExhaustiveSuite : public testing::TestWithParam<const char*> {};

TEST_P(ExhaustiveSuite, KillsTheMutantsOfPredicatesThatAreNotEquivalentAndNoOthers) {
  std::size_t equivalent = 0;
  hold_against_all_instances(text_source("model.als", GetParam()), {}, equivalent);
  EXPECT_GT(equivalent, 0u);
}

TEST(RandomPredicates, AreEquivalentToTheirMutantsIfNoInstanceTellsThemApart) {
  const std::uint32_t first = std::random_device()() % 1'000'000;
  std::size_t equivalent = 0;
  // Arguments that are sets make many tests.
  const bool is_full = std::getenv("FRETSAW_FULL_TESTS") != nullptr;
  for (std::uint32_t seed = first; seed < first + (is_full ? 60 : 5); ++seed) {
    RandomFormula random(seed, {.callables = is_full && seed % 2 == 0});
    const std::string formula = alloy::print(*random.formula(3));
    const std::string text = fmt::format("{}fact {{ all a: A | lone a.r and lone a.s }}\npred p {{ {} }}\n",
                                         random.declarations(), formula);
    // In prevent mode, what an overflow makes of a formula depends on where it stands, in a test as well.
    const Setting setting{random.scope(2), Overflow::Wrap};
    SCOPED_TRACE(fmt::format("seed {}\n{}for {}", seed, text, setting.scope));
    hold_against_all_instances(text_source("model.als", text), setting, equivalent);
  }
  EXPECT_GT(equivalent, 0u);
}

TEST(TreeDifference, IsTheSmallestNodeWithAllOfTheDifference) {
  const auto parted = [](const std::string& a, const std::string& b) {
    const auto model = [](const std::string& body) {
      return model::load(text_source("model.als", "sig A { r, s: set A }\npred p { " + body + " }\n"), {});
    };
    const auto before = model(a), after = model(b);
    EXPECT_TRUE(before && after);
    const auto partings = part(*before->functions.front().body, *after->functions.front().body);
    if (partings.empty()) return std::string("the same");
    const TreeDifference& smallest = partings.back();
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
