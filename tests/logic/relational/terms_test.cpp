// SPDX-License-Identifier: MIT
// Terms and tuple sets as values.
#include <gtest/gtest.h>

#include <thread>

#include "fretsaw/relational.hpp"
#include "logic/relational/walk.hpp"

namespace fretsaw {
namespace {

const Relation a("a", 1), r("r", 2), t("t", 3);

TEST(Terms, KnowTheirArity) {
  EXPECT_EQ((r + r).arity(), 2);
  EXPECT_EQ((r + a).arity(), 0);
  EXPECT_EQ(product(a, t).arity(), 4);
  EXPECT_EQ(join(a, t).arity(), 2);
  EXPECT_EQ(join(t, t).arity(), 4);
  EXPECT_EQ(join(a, a).arity(), 0);
  EXPECT_EQ(domain_restriction(a, t).arity(), 3);
  EXPECT_EQ(range_restriction(t, r).arity(), 0);
  EXPECT_EQ(transpose(t).arity(), 0);
  EXPECT_EQ(closure(r).arity(), 2);
  const Variable x("x"), p("p", 2);
  EXPECT_EQ(comprehension({{x, a}, {p, r}}, constant(true)).arity(), 3);
  EXPECT_EQ(to_expr(1).arity(), 1);
  EXPECT_EQ(if_else(constant(true), r, r).arity(), 2);
}

TEST(Terms, AreReleasedWithoutDeepRecursion) {
  Expr union_chain = a;
  Formula not_chain = some(a);
  Formula domain_chain = some(a);
  const Variable x("x");
  for (int i = 0; i < 300'000; ++i) {
    union_chain = union_chain + a;
    not_chain = !not_chain;
    domain_chain = all({{x, comprehension({{x, univ()}}, domain_chain)}}, some(x));
  }
  // The end of this scope would overflow the stack.
}

TEST(Terms, MayBeReleasedByAnotherThread) {
  auto shared = std::make_unique<Expr>(a + a);
  const Expr kept = *shared;
  std::thread([moved = std::move(shared)]() mutable { moved.reset(); }).join();
  EXPECT_EQ(to_string(kept), "a + a");
}

TEST(Terms, FlattenConjunctionsAndDisjunctions) {
  const Formula f = some(a), g = no(a);
  EXPECT_EQ((f && g && (f && g)).node().children.size(), 4U);
  EXPECT_EQ(conjunction({f || g, f || f}).node().children.size(), 2U);
  EXPECT_EQ(to_string(conjunction({})), "true");
  EXPECT_EQ(to_string(disjunction({})), "false");
  EXPECT_EQ(&disjunction({f}).node(), &f.node());
}

TEST(FreeVariablesTable, KnowsWhatBindersBind) {
  const Variable x("x"), y("y");
  FreeVariables table;
  const Formula body = in(x, y);
  const Formula one_bound = all({{x, a}}, body);
  const Formula domain_uses = all({{x, a}, {y, x}}, body);
  const Formula domain_before = all({{y, x}, {x, a}}, body);
  EXPECT_EQ(table.of(body.node()).size(), 2U);
  EXPECT_EQ(table.of(one_bound.node()), LeafSet{y.leaf()});
  EXPECT_TRUE(table.of(domain_uses.node()).empty());
  EXPECT_EQ(table.of(domain_before.node()), LeafSet{x.leaf()});
}

TEST(TupleSets, KeepTheirRowsSortedWithoutRepetition) {
  TupleSet set(2, {{1, 0}, {0, 1}, {1, 0}});
  EXPECT_EQ(set, TupleSet::from_rows(2, {0, 1, 1, 0, 0, 1}));
  EXPECT_EQ(set.size(), 2U);
  set.insert(std::vector<Atom>{0, 2});
  EXPECT_EQ(set, TupleSet(2, {{0, 1}, {0, 2}, {1, 0}}));
  EXPECT_TRUE(set.contains(std::vector<Atom>{0, 2}));
  EXPECT_FALSE(set.contains(std::vector<Atom>{2, 0}));
}

TEST(TupleSets, KnowProductsAndInclusion) {
  const TupleSet all = TupleSet::all(2, 3);
  EXPECT_EQ(all.size(), 9U);
  EXPECT_EQ(TupleSet::product(TupleSet::all(1, 3), TupleSet::all(1, 3)), all);
  EXPECT_TRUE(all.includes(TupleSet(2, {{0, 1}, {2, 2}})));
  EXPECT_FALSE(TupleSet(2, {{0, 1}}).includes(TupleSet(2, {{0, 1}, {2, 2}})));
  EXPECT_TRUE(TupleSet(2).includes(TupleSet(2)));
}

}  // namespace
}  // namespace fretsaw
