// SPDX-License-Identifier: MIT
// Failing tests point at the expression that is wrong.
#include "alloy/modeltest/locate.hpp"

#include <gtest/gtest.h>

#include "alloy/modeltest/loading.hpp"

namespace fretsaw::modeltest {
namespace {

std::vector<Suspect> suspects_of(const std::string& model, const std::string& tests) {
  auto run = TestRun::load(source_of("model.als", model), {source_of("tests.als", tests)}, {}, {});
  EXPECT_TRUE(run) << render(run.error());
  EXPECT_TRUE((*run)->execute());
  EXPECT_LT((*run)->passed(), (*run)->results().size());
  return locate(**run, {});
}

TEST(Locate, FindsTheClosureOfThePapersList) {
  const auto suspects = suspects_of(kFaultyList, R"(
pred one_node { some disj L: List | some disj N: Node { List = L  Node = N  head = L->N  no link  Acyclic } }
run one_node for 3 expect 1
pred loop { some disj L: List | some disj N: Node { List = L  Node = N  head = L->N  link = N->N  not Acyclic } }
run loop for 3 expect 1
pred empty { some disj L: List { List = L  no Node  no head  no link  Acyclic } }
run empty for 3 expect 1
)");
  ASSERT_FALSE(suspects.empty());
  bool found = false;
  for (std::size_t i = 0; i < 3 && i < suspects.size(); ++i)
    found = found || suspects[i].text == "List.head.^link";
  EXPECT_TRUE(found) << suspects.front().text;
}

TEST(Locate, FindsAFactThatIsTooStrong) {
  const auto suspects =
      suspects_of("sig A { f: set A }\nfact { all a: A | one a.f }\nfact { no iden & f }\n", R"(
pred lonely { some disj X: A { A = X  no f } }
run lonely for 2 expect 1
pred pair { some disj X, Y: A { A = X + Y  f = X->Y + Y->X } }
run pair for 2 expect 1
pred self { some disj X: A { A = X  f = X->X } }
run self for 2 expect 0
)");
  ASSERT_FALSE(suspects.empty());
  EXPECT_TRUE(suspects.front().text.ends_with("a.f")) << suspects.front().text;
  EXPECT_EQ(suspects.front().repairs, 1u);
}

}  // namespace
}  // namespace fretsaw::modeltest
