// SPDX-License-Identifier: MIT
// Witnesses of existential quantifiers: what is shown for a variable must be what makes the formula true.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "fretsaw/finder.hpp"
#include "logic/finder/clauses.hpp"
#include "logic/finder/verify.hpp"
#include "logic/relational/evaluator.hpp"
#include "logic/sat/solver.hpp"
#include "support/brute_force.hpp"
#include "support/random_problem.hpp"
#include "support/shrink.hpp"

namespace fretsaw {
namespace {

struct TwoSets {
  Relation x{"X", 1}, y{"Y", 1};
  Problem problem;

  TwoSets(Atom xs, Atom ys) {
    std::vector<std::string> names;
    TupleSet of_x(1), of_y(1);
    for (Atom i = 0; i < xs + ys; ++i) {
      names.push_back(fmt::format("{}{}", i < xs ? "X" : "Y", i < xs ? i : i - xs));
      (i < xs ? of_x : of_y).insert(std::vector<Atom>{i});
    }
    problem.universe = Universe(std::move(names));
    problem.bounds = {{x, of_x, of_x}, {y, of_y, of_y}};
  }
};

// all a: X | all b: X | some s: set Y | s = Y, whose inner quantifier mentions neither a nor b.
Problem everything_for_each_pair(Atom xs, Atom ys) {
  TwoSets sets(xs, ys);
  const Variable a("a"), b("b"), s("s");
  sets.problem.formulas = {
      all({{a, sets.x}}, all({{b, sets.x}}, exists({{s, sets.y, Multiplicity::Set}}, equal(s, sets.y))))};
  return std::move(sets.problem);
}

TEST(Witnesses, HaveARowForAllThatIsBoundAroundThem) {
  for (const Atom ys : {1U, 2U, 9U}) {
    const auto finding = find(everything_for_each_pair(2, ys));
    ASSERT_TRUE(finding) << finding.error().message;
    ASSERT_EQ(finding->verdict, Verdict::Sat);
    ASSERT_EQ(finding->witnesses.size(), 1U);
    EXPECT_EQ(finding->witnesses[0].value.arity(), 3);
    EXPECT_EQ(finding->witnesses[0].value.size(), 4U * ys);
  }
}

TEST(Witnesses, OfATermInTwoPlacesAreTwo) {
  TwoSets sets(2, 3);
  const Variable a("a"), b("b"), s("s");
  const Formula shared = exists({{s, sets.y, Multiplicity::Set}}, equal(s, sets.y));
  sets.problem.formulas = {all({{a, sets.x}}, shared), all({{b, sets.y}}, shared), shared};
  const auto finding = find(sets.problem);
  ASSERT_TRUE(finding) << finding.error().message;
  ASSERT_EQ(finding->witnesses.size(), 3U);
  EXPECT_EQ(finding->witnesses[0].value.size(), 2U * 3U);
  EXPECT_EQ(finding->witnesses[1].value.size(), 3U * 3U);
  EXPECT_EQ(finding->witnesses[2].value.size(), 3U);
}

TEST(Witnesses, WithMoreColumnsThanTuplesCanBeNumberedAreRefused) {
  TwoSets sets(1, 319);
  const Variable s("s");
  Decls around;
  for (int i = 0; i < 7; ++i) around.push_back({Variable(fmt::format("a{}", i)), sets.x});
  const Formula inner = exists({{s, sets.y, Multiplicity::Set}}, equal(s, sets.y));
  sets.problem.formulas = {all(around, inner)};
  const auto refused = find(sets.problem);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "higher-order variable 's' depends on too many variables: 8 columns over 320 atoms may have more "
            "than 2^62 tuples");
  // Over single tuples no constant is needed.
  const Formula atoms = exists({{s, sets.y}}, in(s, sets.y));
  sets.problem.formulas = {all(around, atoms)};
  const auto finding = find(sets.problem, {.skolem_depth = 7});
  ASSERT_TRUE(finding) << finding.error().message;
  EXPECT_EQ(finding->verdict, Verdict::Sat);
}

TEST(Witnesses, ThatWereNotRequestedAreNotShown) {
  TwoSets sets(2, 3);
  const Variable a("a"), b("b"), s("s");
  const Formula function = all({{a, sets.x}}, exists({{b, sets.y}}, in(b, sets.y)));
  const Formula constant = exists({{b, sets.x}}, in(b, sets.x));
  const Formula set = all({{a, sets.x}}, exists({{b, sets.y}, {s, sets.y, Multiplicity::Set}}, in(b, s)));
  sets.problem.formulas = {function, constant, set};
  Budget budget{Limits{}};
  const auto clauses = prepare(sets.problem, {.symmetry = Symmetry::None, .skolem_depth = 1}, budget);
  ASSERT_TRUE(clauses);
  const auto witnesses = decode_witnesses(sets.problem, *clauses, [](int) { return true; });
  const auto shown = [&](int depth) {
    std::string text;
    for (const Witness& w : witnesses_of_depth(*clauses, witnesses, depth))
      text += fmt::format("{}/{} ", w.name, w.value.arity());
    return text;
  };
  EXPECT_EQ(shown(1), "b/2 b_2/1 b_3/2 s/2 ");
  EXPECT_EQ(shown(0), "b/1 b_2/2 s/2 ");
  EXPECT_EQ(shown(-1), "b/2 s/2 ");
  // The same as are found with that depth.
  for (const int depth : {-1, 0, 1})
    EXPECT_EQ(find(sets.problem, {.skolem_depth = depth})->witnesses.size(),
              static_cast<std::size_t>(depth + 3));
}

// Twenty thousand conflicts without constants for the inner quantifier, three hundred with them: the verdict
// is that of the deeper translation.
TEST(Witnesses, OfGreaterDepthShowAContradictionThatIsHardToSeeWithoutThem) {
  TwoSets sets(10, 10);
  const Relation& man = sets.x;
  const Relation floor("floor", 2), ceiling("ceiling", 2);
  TupleSet pairs(2);
  for (Atom m = 0; m < 10; ++m) {
    for (Atom p = 10; p < 20; ++p) pairs.insert(std::vector<Atom>{m, p});
  }
  sets.problem.bounds[0].lower = TupleSet(1);
  sets.problem.bounds.push_back({floor, TupleSet(2), pairs});
  sets.problem.bounds.push_back({ceiling, TupleSet(2), pairs});
  const Variable m("m"), n("n");
  const auto meet = [&](const Variable& upper, const Variable& lower) {
    return equal(join(upper, floor), join(lower, ceiling));
  };
  const auto function = [&](const Relation& field) {
    return all({{m, man}}, one(join(m, field))) && in(field, product(man, sets.y));
  };
  const auto injective = [&](const Relation& field) {
    return all({{m, man}, {n, man}}, equal(m, n) || !equal(join(m, field), join(n, field)));
  };
  sets.problem.formulas = {function(floor),
                           function(ceiling),
                           injective(floor),
                           injective(ceiling),
                           all({{m, man}}, exists({{n, man}}, meet(n, m))),
                           exists({{m, man}}, all({{n, man}}, !meet(m, n)))};
  const auto finding = find(sets.problem, {.limits = {.seconds = 60}});
  ASSERT_TRUE(finding) << finding.error().message;
  EXPECT_EQ(finding->verdict, Verdict::Unsat);
}

TEST(Witnesses, ThatAreNoneDoNotPass) {
  const Problem problem = everything_for_each_pair(2, 2);
  Budget budget{Limits{}};
  auto clauses = prepare(problem, {}, budget);
  ASSERT_TRUE(clauses);
  const auto finding = find(problem);
  Verifier verifier(problem, clauses->skolems);
  EXPECT_TRUE(verifier.verify(*finding->instance, finding->witnesses));
  auto wrong = finding->witnesses;
  wrong[0].value = TupleSet(3, {{0, 0, 2}, {0, 0, 3}, {0, 1, 2}, {0, 1, 3}, {1, 0, 2}, {1, 0, 3}, {1, 1, 2}});
  const auto status = verifier.verify(*finding->instance, wrong);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message,
            "internal error: the value found for a quantified variable is not a witness");
}

// The finder's answer, with the instance verified by its witnesses alone.
std::string witness_complaint(const Problem& problem, Symmetry symmetry, int skolem_depth,
                              std::size_t tried_sets) {
  const auto expected = support::brute_force(problem);
  if (expected.too_large) return {};
  Budget budget{Limits{}};
  auto prepared = prepare(problem, {.symmetry = symmetry, .skolem_depth = skolem_depth}, budget);
  if (!prepared) return "prepare: " + prepared.error().message;
  const Clauses& clauses = *prepared;
  const auto solver = make_cadical_solver();
  add(*solver, clauses.encoding.cnf);
  const bool sat = solver->solve({}, budget) == Answer::Sat;
  if (sat == expected.instances.empty()) {
    return fmt::format("the solver says {}, brute force has {} instances", sat, expected.instances.size());
  }
  if (!sat) return {};
  const Assignment value = [&](int variable) { return solver->value(variable); };
  Verifier verifier(problem, clauses.skolems, tried_sets);
  const auto status =
      verifier.verify(decode_instance(problem, clauses, value), decode_witnesses(problem, clauses, value));
  return status ? std::string() : status.error().message;
}

TEST(RandomWitnesses, ShowThatTheInstanceIsOne) {
  const std::uint64_t cases = std::getenv("FRETSAW_FULL_TESTS") ? 60'000 : 6'000;
  std::uint64_t dependent = 0;
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    const Problem problem = support::random_problem(
        seed, {.max_free_tuples = 8, .max_depth = 5, .set_variables = support::SetVariables::Dependent});
    const int skolem_depth = static_cast<int>(seed / 2 % 4) - 1;
    const Symmetry symmetry = seed / 8 % 2 == 0 ? Symmetry::None : Symmetry::Lex;
    const std::size_t tried_sets = seed % 2 == 0 ? 0 : Verifier::kMaxTriedSets;
    const auto wrong = [&](const Problem& p) {
      return witness_complaint(p, symmetry, skolem_depth, tried_sets);
    };
    if (const std::string message = wrong(problem); !message.empty()) {
      const Problem small = support::shrink(problem, [&](const Problem& p) { return !wrong(p).empty(); });
      FAIL() << "seed " << seed << ": " << message << "\nshrunk (" << wrong(small) << ", depth "
             << skolem_depth << "):\n"
             << support::to_text(small);
    }
    Budget budget{Limits{}};
    const auto clauses = prepare(problem, {.skolem_depth = skolem_depth}, budget);
    for (const Skolem& skolem : clauses->skolems) {
      dependent += skolem.arity > skolem.decl->variable.arity() ? 1 : 0;
    }
  }
  EXPECT_GT(dependent, cases / 20);  // constants with columns are what this is about
}

}  // namespace
}  // namespace fretsaw
