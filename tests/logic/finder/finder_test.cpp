// SPDX-License-Identifier: MIT
#include "fretsaw/finder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/source.hpp"
#include "logic/sat/dimacs.hpp"
#include "support/at_work.hpp"
#include "support/folder.hpp"

namespace fretsaw {
namespace {

Problem over(Atom atoms) {
  std::vector<std::string> names;
  for (Atom i = 0; i < atoms; ++i) names.push_back(fmt::format("a{}", i));
  Problem problem;
  problem.universe = Universe(std::move(names));
  return problem;
}

Relation anything(Problem& problem, const std::string& name, int arity) {
  Relation relation(name, arity);
  problem.bounds.push_back({relation, TupleSet(arity), TupleSet::all(arity, problem.universe.size())});
  return relation;
}

// n+1 pigeons in n holes: unsatisfiable, and hard for resolution.
Problem pigeonhole(Atom holes) {
  Problem problem = over(2 * holes + 1);
  TupleSet pigeons(1), places(1);
  for (Atom i = 0; i < 2 * holes + 1; ++i) (i <= holes ? pigeons : places).insert(std::vector<Atom>{i});
  const Relation pigeon("Pigeon", 1), hole("Hole", 1), nest("nest", 2);
  problem.bounds = {{pigeon, pigeons, pigeons},
                    {hole, places, places},
                    {nest, TupleSet(2), TupleSet::product(pigeons, places)}};
  const Variable p("p"), h("h");
  problem.formulas = {all({{p, pigeon}}, one(join(p, nest))), all({{h, hole}}, lone(join(nest, h)))};
  return problem;
}

std::size_t count(const Problem& problem, Symmetry symmetry) {
  auto stream = instances(problem, {.symmetry = symmetry});
  while (stream->skip()) {
  }
  EXPECT_TRUE(stream->complete());
  return stream->yielded_count();
}

TEST(Find, GivesAnInstanceWithStatistics) {
  Problem problem = over(3);
  const Relation r = anything(problem, "r", 2);
  problem.formulas = {equal(r, iden())};
  const auto finding = find(problem);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, Verdict::Sat);
  EXPECT_EQ((*finding->instance)[r], TupleSet(2, {{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_EQ(finding->statistics.primary, 9U);
}

TEST(Find, NamesWitnessesAfterTheirVariables) {
  Problem problem = over(3);
  const Relation r = anything(problem, "r", 1);
  const Variable x("x"), s("s");
  problem.formulas = {
      exists({{x, univ()}, {s, univ(), Multiplicity::Set}}, in(x, r) && equal(s, univ() - x) && equal(r, x))};
  const auto finding = find(problem);
  ASSERT_TRUE(finding) << finding.error().message;
  ASSERT_EQ(finding->witnesses.size(), 2U);
  EXPECT_EQ(finding->witnesses[0].name, "x");
  EXPECT_EQ(finding->witnesses[0].value, (*finding->instance)[r]);
  EXPECT_EQ(finding->witnesses[1].name, "s");
  EXPECT_EQ(finding->witnesses[1].value.size(), 2U);
}

TEST(Find, GivesWitnessesForEachSurroundingVariable) {
  Problem problem = over(3);
  const Variable x("x"), s("s");
  problem.formulas = {all({{x, univ()}}, exists({{s, univ(), Multiplicity::Some}}, equal(s, univ() - x)))};
  const auto finding = find(problem);
  ASSERT_TRUE(finding) << finding.error().message;
  ASSERT_EQ(finding->witnesses.size(), 1U);
  EXPECT_EQ(finding->witnesses[0].value, TupleSet(2, {{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}));
}

TEST(Find, AnswersATermThatIsUsedInsideAndOutsideAQuantifier) {
  Problem problem = over(3);
  const Relation r = anything(problem, "r", 1);
  const Variable x("x"), s("s");
  const Formula shared = exists({{s, univ(), Multiplicity::Some}}, equal(s, r));
  const Formula inside = all({{x, univ()}}, shared || in(x, r));
  for (const auto& formulas : {std::vector{shared, inside}, std::vector{inside, shared}}) {
    problem.formulas = formulas;
    const auto finding = find(problem);
    ASSERT_TRUE(finding) << finding.error().message;
    EXPECT_EQ(finding->verdict, Verdict::Sat);
  }
}

TEST(Find, ReadsAnOverflowByTheVariableThatOccursNotByTheOneItHides) {
  // all x: Int | some x: x | plus[1, sum[x]] < 1: the inner x is not bound over Int, so the overflow is no
  // excuse.
  Problem problem = over(1);
  problem.integers = {2, Overflow::Prevent, {{1, 0}}};
  const Variable x("x");
  problem.formulas = {all({{x, ints()}}, exists({{x, x}}, less(IntExpr(1) + sum(x), 1)))};
  const auto finding = find(problem);
  ASSERT_TRUE(finding) << finding.error().message;
  EXPECT_EQ(finding->verdict, Verdict::Unsat);
}

TEST(Find, ChecksLargeSetsByTheirWitness) {
  Problem problem = over(6);
  const Relation r = anything(problem, "r", 2);
  const Variable s("s", 2);
  problem.formulas = {
      exists({{s, product(univ(), univ()), Multiplicity::Set}}, equal(s, transpose(r)) && some(s - r))};
  const auto finding = find(problem);
  ASSERT_TRUE(finding) << finding.error().message;
  EXPECT_EQ(finding->verdict, Verdict::Sat);
}

TEST(Find, RefusesAQuantifierOverSetsThatNoConstantCanReplace) {
  Problem problem = over(2);
  const Variable s("mySet");
  problem.formulas = {all({{s, univ(), Multiplicity::Set}}, some(s))};
  const auto finding = find(problem);
  ASSERT_FALSE(finding);
  EXPECT_EQ(finding.error().message, "higher-order variable 'mySet' cannot be replaced by a constant");
}

TEST(Find, RefusesIllFormedProblems) {
  Problem empty;
  EXPECT_FALSE(find(empty));
  EXPECT_FALSE(instances(empty));
  EXPECT_FALSE(unsatisfiable_core(empty));
  EXPECT_FALSE(to_dimacs(empty));
}

TEST(Find, StopsWhenTimeIsUp) {
  FindOptions options;
  options.symmetry = Symmetry::None;
  options.limits.seconds = 0.05;
  const auto finding = find(pigeonhole(14), options);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, Verdict::Limit);
  EXPECT_EQ(finding->stop, StopReason::Time);
}

TEST(Find, StopsWhenAnotherThreadAsksForIt) {
  FindOptions options;
  options.symmetry = Symmetry::None;
  std::thread other([cancel = options.limits.cancel, clock = test::clock_of_this_thread()] {
    test::wait_until_at_work(clock);
    cancel.request();
  });
  const auto finding = find(pigeonhole(14), options);
  other.join();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, Verdict::Limit);
  EXPECT_EQ(finding->stop, StopReason::Cancelled);
}

TEST(Find, StopsDuringTranslationWhenMemoryIsUsedUp) {
  Problem problem = over(40);
  const Relation r = anything(problem, "r", 3);
  problem.formulas = {some(join(join(r, r), r))};
  FindOptions options;
  options.limits.memory_mb = 1;
  const auto finding = find(problem, options);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, Verdict::Limit);
  EXPECT_EQ(finding->stop, StopReason::Memory);
}

TEST(Instances, CanBeStoppedByTheCallerAndByALimit) {
  Problem problem = over(5);
  const Relation r = anything(problem, "r", 2);
  problem.formulas = {some(r)};
  InstancesOptions options;
  options.symmetry = Symmetry::None;
  auto stream = instances(problem, options);
  ASSERT_TRUE(stream);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(stream->next());
  EXPECT_EQ(stream->yielded_count(), 10U);
  EXPECT_FALSE(stream->complete());
  EXPECT_EQ(stream->stop(), StopReason::None);
  options.limits.cancel.request();
  while (stream->skip()) {
  }
  EXPECT_FALSE(stream->complete());
  EXPECT_EQ(stream->stop(), StopReason::Cancelled);
}

TEST(Instances, OutliveTheProblemTheyWereAskedFor) {
  auto problem = std::make_unique<Problem>(over(2));
  const Relation r = anything(*problem, "r", 1);
  problem->formulas = {some(r)};
  auto stream = instances(*problem, {.symmetry = Symmetry::None});
  problem.reset();
  std::size_t n = 0;
  for (const Instance& instance : *stream) n += instance[r].empty() ? 0 : 1;
  EXPECT_EQ(n, 3U);
}

TEST(Instances, DoNotCountAuxiliaryRelations) {
  Problem problem = over(2);
  const Relation r = anything(problem, "r", 1), helper = anything(problem, "helper", 2);
  problem.bounds[1].auxiliary = true;
  problem.formulas = {some(helper) && in(join(helper, univ()), r)};
  EXPECT_EQ(count(problem, Symmetry::None), 3U);
}

TEST(Instances, WithSymmetryBrokenHaveEveryClass) {
  // Subsets of five interchangeable atoms: one a size. Binary relations on three: 104 classes.
  Problem sets = over(5);
  anything(sets, "r", 1);
  EXPECT_EQ(count(sets, Symmetry::None), 32U);
  EXPECT_EQ(count(sets, Symmetry::Lex), 6U);
  Problem relations = over(3);
  anything(relations, "r", 2);
  EXPECT_EQ(count(relations, Symmetry::None), 512U);
  EXPECT_GE(count(relations, Symmetry::Lex), 104U);
  EXPECT_LT(count(relations, Symmetry::Lex), 256U);
}

TEST(Core, NamesTheFormulasThatContradictEachOther) {
  Problem problem = over(3);
  const Relation r = anything(problem, "r", 1), s = anything(problem, "s", 1);
  problem.formulas = {some(s), in(r, s), no(r), lone(s), some(r)};
  const auto core = unsatisfiable_core(problem);
  ASSERT_TRUE(core);
  EXPECT_EQ(core->verdict, Verdict::Unsat);
  EXPECT_EQ(core->formulas, (std::vector<std::size_t>{2, 4}));
}

TEST(Core, ReportsThatThereIsNone) {
  Problem problem = over(1);
  EXPECT_EQ(unsatisfiable_core(problem)->verdict, Verdict::Sat);
}

TEST(Dimacs, IsReadBackWithItsPrimaryVariables) {
  Problem problem = over(3);
  anything(problem, "r", 2);
  problem.formulas = {some(closure(Relation(problem.bounds[0].relation)) & iden())};
  const auto text = to_dimacs(problem, {.symmetry = Symmetry::None});
  ASSERT_TRUE(text && *text);
  const auto cnf = read_dimacs(Source("p.cnf", **text));
  ASSERT_TRUE(cnf) << cnf.error().message;
  EXPECT_EQ(cnf->primary, 9);
}

TEST(Proof, IsWrittenOnlyForUnsatisfiableProblems) {
  const test::Folder folder;
  const std::string path = folder / "proof.drat";
  Problem problem = over(1);
  EXPECT_EQ(*prove_unsatisfiable(problem, path), Verdict::Sat);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(*prove_unsatisfiable(pigeonhole(4), path), Verdict::Unsat);
  EXPECT_GT(std::filesystem::file_size(path), 0U);
}

}  // namespace
}  // namespace fretsaw
