// SPDX-License-Identifier: MIT
// Which tests are evaluated, what is read from them, and which are left to the solver.
#include "alloy/modeltest/recognize.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/modeltest/loading.hpp"

namespace fretsaw::modeltest {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The outcome of the first test of a fragment.
struct Executed {
  std::unique_ptr<TestFile> file;
  std::unique_ptr<Executor> executor;
  Outcome outcome;
};

Executed execute(const std::string& model, const std::string& tests) {
  Executed result{tests_of(model, tests), nullptr, {}};
  result.executor = std::make_unique<Executor>(result.file->model, StageOptions{});
  result.outcome = result.executor->execute(result.file->model.commands.at(0));
  return result;
}

constexpr const char* kList =
    "sig List { header: set Node }\nsig Node { link: set Node }\n"
    "pred P[l: List] { some l.header }\n";

TEST(Recognize, ReadsTheValuationOfAPlainTest) {
  const auto run = execute(kList, R"(
pred test1 { some disj List0, List1: List { some disj Node0: Node {
  List = List0 + List1
  header = List1->Node0
  Node = Node0
  no link
  P[List1]
} } }
run test1 for 3 expect 1)");
  EXPECT_FALSE(run.outcome.solved) << run.outcome.missing_value;
  EXPECT_TRUE(run.outcome.passed());
  ASSERT_TRUE(run.outcome.reading);
  EXPECT_THAT(run.outcome.reading->valuation.atoms, ElementsAre("List0", "List1", "Node0"));
  EXPECT_EQ(run.outcome.claims.size(), 1u);
}

TEST(Recognize, TakesTheInnermostBindingOfANameThatIsBoundTwice) {
  const auto run =
      execute("abstract sig Object {}\nsig Fox, Hen extends Object {}\nsig State { near: set Object }\n", R"(
pred t { some disj Fox0: Fox { some disj Hen0: Hen { some disj Fox0, Hen0: Object { some disj State0: State {
  Fox = Fox0  Hen = Hen0  Object = Fox0 + Hen0  State = State0  near = State0->Fox0
} } } } }
run t for 4)");
  EXPECT_FALSE(run.outcome.solved) << run.outcome.missing_value;
  EXPECT_EQ(run.outcome.verdict, Verdict::Sat);
  EXPECT_THAT(run.outcome.reading->valuation.atoms, ElementsAre("Fox0", "Hen0", "State0"));
}

TEST(Recognize, AnUnusedOuterBindingStillNeedsItsAtom) {
  const auto run = execute("sig A {}\nsig B extends A {}\n", R"(
pred t { some disj A0: B { some disj A0: A { A = A0  no B } } }
run t for 3)");
  EXPECT_FALSE(run.outcome.solved);
  EXPECT_EQ(run.outcome.verdict, Verdict::Unsat);
  EXPECT_THAT(run.outcome.obstacle, HasSubstr("the test names 1 atom of B, but lists 0"));
}

TEST(Recognize, AFreeFieldIsLeftToTheSolver) {
  const auto run = execute(kList, "run { some disj N: Node { Node = N  no List  no header } } for 3");
  EXPECT_TRUE(run.outcome.solved);
  EXPECT_EQ(run.outcome.missing_value, "the field Node.link");
  EXPECT_EQ(run.outcome.verdict, Verdict::Sat);
}

TEST(Recognize, ReadsIntegersAndFieldsOfOneOwner) {
  const auto run = execute("one sig List { head: lone Node }\nsig Node { elem: Int }\n", R"(
run { some disj a, b: Node { Node = a + b  List.head = b  a.elem = 3  b.elem = -2  List.head.elem < 0 } } for 3)");
  EXPECT_FALSE(run.outcome.solved) << run.outcome.missing_value;
  EXPECT_EQ(run.outcome.verdict, Verdict::Sat);
}

TEST(Recognize, ReadsTheOrderWhereverItStands) {
  const std::string model = "open util/ordering[S] as ord\nsig S {}\n";
  const auto backwards = execute(model, R"(
run { some disj a, b: S { S = a + b  ord/first = b  ord/next = b->a  lt[b, a] } } for 2)");
  EXPECT_FALSE(backwards.outcome.solved) << backwards.outcome.missing_value;
  EXPECT_EQ(backwards.outcome.verdict, Verdict::Sat);
  const auto no_order =
      execute(model, "run { some disj a, b: S { S = a + b  ord/first = b  no ord/next } } for 2");
  EXPECT_FALSE(no_order.outcome.solved);
  EXPECT_EQ(no_order.outcome.verdict, Verdict::Unsat);
  const auto open = execute(model, "run { some disj a, b: S { S = a + b } } for 2");
  EXPECT_TRUE(open.outcome.solved);
}

TEST(Recognize, ReadsAValuationThatIsAPredicateOfItsOwn) {
  const auto run = execute(kFaultyList, R"(
pred Val { some disj L: List { List = L  no head  no Node  no link } }
Test1: run { Val and Acyclic } expect 1)");
  EXPECT_FALSE(run.outcome.solved) << run.outcome.missing_value;
  EXPECT_TRUE(run.outcome.passed());
}

TEST(Recognize, NamesWithoutDisjMayMeanTheSameAtom) {
  const auto run = execute("one sig A {}\n", "run { some a, b: A | A = a + b } for 3");
  EXPECT_FALSE(run.outcome.solved);
  EXPECT_EQ(run.outcome.verdict, Verdict::Sat);
}

TEST(Recognize, MoreAtomsThanTheScopeHasIsUnsatisfiableAndReportsWhy) {
  const auto run = execute(
      kList, "run { some disj a, b, c: Node { Node = a + b + c  no link  no List  no header } } for 2");
  EXPECT_FALSE(run.outcome.solved);
  EXPECT_EQ(run.outcome.verdict, Verdict::Unsat);
  EXPECT_EQ(run.outcome.obstacle, "the test has 3 atoms of Node, the scope allows 2");
}

TEST(Recognize, ATestAgainstMultiplicitiesIsUnsatisfiable) {
  const auto run = execute(kFaultyList, "run { no List  no head  no Node  no link } for 3");
  EXPECT_FALSE(run.outcome.solved);
  EXPECT_EQ(run.outcome.verdict, Verdict::Unsat);
  EXPECT_EQ(run.outcome.obstacle, "the test has 0 atoms of List, the scope requires 1");
}

TEST(Recognize, ACheckIsSolved) {
  const auto run = execute(kFaultyList, "assert A { Acyclic }\ncheck A for 3");
  EXPECT_TRUE(run.outcome.solved);
  EXPECT_EQ(run.outcome.verdict, Verdict::Sat);
  EXPECT_FALSE(run.outcome.passed());
}

}  // namespace
}  // namespace fretsaw::modeltest
