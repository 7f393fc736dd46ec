// SPDX-License-Identifier: MIT
// What decided a failing test, where it is, and the values of its parts.
#include "alloy/modeltest/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/modeltest/loading.hpp"

namespace fretsaw::modeltest {
namespace {

using testing::ElementsAre;
using testing::Pair;

struct Explained {
  std::string summary;
  std::uint32_t line = 0, column = 0;
  std::vector<std::pair<std::string, std::string>> values;
};

Explained explained(const std::string& model, const std::string& tests) {
  const auto file = tests_of(model, tests);
  Executor executor(file->model, {});
  const Outcome outcome = executor.execute(file->model.commands.at(0));
  EXPECT_FALSE(outcome.passed());
  const Explanation why = explain(outcome);
  Explained result{why.summary, 0, 0, why.values};
  if (why.place.source) {
    const Location at = why.place.source->locate(why.place.begin, why.place.end);
    result.line = at.line;
    result.column = at.column;
  }
  return result;
}

TEST(Explain, FollowsACallIntoTheConsequentThatFails) {
  const auto why =
      explained(kFaultyList, "valuation v { List = L  Node = N  head = L->N }\nsatisfies Acyclic\n");
  EXPECT_EQ(why.summary, "'some n: List.head.^link | no n.link' is false in pred Acyclic");
  EXPECT_EQ(why.line, 3u);
  EXPECT_EQ(why.column, 34u);
  EXPECT_THAT(why.values, ElementsAre(Pair("List.head.^link", "{}")));
}

TEST(Explain, FindsTheBindingThatRefutesAFact) {
  const auto why = explained("sig A { f: set A }\nfact Flat {\n  some A\n  all a: A | a not in a.f\n}\n",
                             "valuation v { A = X + Y  f = Y->Y }\nfacts hold\n");
  EXPECT_EQ(why.summary, "'a not in a.f' is false in fact Flat");
  EXPECT_EQ(why.line, 4u);
  EXPECT_THAT(why.values, ElementsAre(Pair("a", "Y"), Pair("a.f", "Y")));
}

TEST(Explain, NamesWhatHoldsAndShouldNot) {
  const auto why =
      explained("sig A {}\npred p[x: A] { some A or no x }\n", "valuation v { A = X }\nviolates p[X]\n");
  EXPECT_EQ(why.summary, "'some A' is true in pred p");
  const auto facts = explained("sig A {}\nfact { some A }\n", "valuation v { A = X }\nfacts fail\n");
  EXPECT_EQ(facts.summary, "all facts hold");
}

TEST(Explain, NamesTheDeclarationThatIsBroken) {
  const auto why =
      explained("sig A { f: lone A }\n", "valuation v { A = X + Y  f = X->X + X->Y }\nfacts hold\n");
  EXPECT_THAT(why.summary, testing::StartsWith("the declaration of 'f"));
  EXPECT_EQ(why.line, 1u);
}

TEST(Explain, ReportsWhyThereIsNoRoomInTheScope) {
  const auto why = explained("sig A {}\n", "valuation v for 1 { A = X + Y }\nfacts hold\n");
  EXPECT_EQ(why.summary, "the test has 2 atoms of A, the scope allows 1");
}

}  // namespace
}  // namespace fretsaw::modeltest
