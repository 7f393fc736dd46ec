// SPDX-License-Identifier: MIT
#include "alloy/lowering/evaluate.hpp"

#include <gtest/gtest.h>

#include "alloy/lowering/commands.hpp"
#include "alloy/lowering/decode.hpp"

namespace fretsaw::lowering {
namespace {

// The value as text, or the message of the error.
class Evaluate : public testing::Test {
 protected:
  std::string eval(const std::string& expression) const {
    const auto text = std::make_shared<const Source>("expression", expression);
    const auto checked = model::check_expression(model_, text, evaluator_.names());
    if (!checked) return checked.error().message;
    const auto value = evaluator_.evaluate(*checked->expr);
    if (!value) return value.error().message;
    if (const bool* truth = std::get_if<bool>(&*value)) return *truth ? "true" : "false";
    if (const auto* number = std::get_if<std::int64_t>(&*value)) return std::to_string(*number);
    std::string result;
    for (const AlloyTuple& tuple : std::get<std::vector<AlloyTuple>>(*value)) {
      std::string row;
      for (const AlloyAtom& atom : tuple) row += (row.empty() ? "" : "->") + to_string(atom);
      result += (result.empty() ? "" : ", ") + row;
    }
    return "{" + result + "}";
  }

  model::Model model_ = model_of(
      "sig A { f: lone A } one sig S { n: Int } fun two: Int { 2 } "
      "pred show[x: A] { x.f = A - x and no (A - x).f and S.n = 5 and \"s\" = \"s\" } run show for exactly 2 "
      "A");
  LoweredCommand lowered_ = *lower(model_, model_.commands.at(0));
  FindResult finding_ = *find(lowered_.problem());
  InstanceEvaluator evaluator_{lowered_, *finding_.instance, finding_.witnesses};
};

TEST_F(Evaluate, GivesTuplesTruthsAndNumbers) {
  EXPECT_EQ(eval("A"), "{A$0, A$1}");
  EXPECT_EQ(eval("no iden & f"), "true");
  EXPECT_EQ(eval("all a: A | some a.f"), "false");
  EXPECT_EQ(eval("#f"), "1");
  EXPECT_EQ(eval("S.n"), "{5}");
  EXPECT_EQ(eval("plus[#A, two]"), "{4}");
  EXPECT_EQ(eval("{a, b: A | a != b}"), "{A$0->A$1, A$1->A$0}");
}

TEST_F(Evaluate, GivesNoNumberWhereOneOverflows) {
  EXPECT_EQ(eval("S.n.plus[7]"), "{}");
  EXPECT_EQ(eval("S.n.plus[7] + 2"), "{2}");
  EXPECT_EQ(eval("9"), "{}");
  EXPECT_EQ(eval("#(S.n.plus[7])"), "{}");
  EXPECT_EQ(eval("S.n.plus[7] < 0"), "false");
  EXPECT_EQ(eval("{x: Int | x.plus[1] > 0}"), "{0, 1, 2, 3, 4, 5, 6}");
}

TEST_F(Evaluate, KnowsAtomsAndSkolemConstants) {
  EXPECT_EQ(eval("A$0 + A$1 = A"), "true");
  EXPECT_EQ(eval("$show_x.f != $show_x"), "true");
  EXPECT_EQ(eval("some A$0.f iff A$0 = $show_x"), "true");
}

TEST_F(Evaluate, KnowsOnlyStringsOfTheInstance) {
  EXPECT_EQ(eval("\"s\""), "{\"s\"}");
  EXPECT_EQ(eval("some \"t\""), "no string \"t\" in the instance");
}

}  // namespace
}  // namespace fretsaw::lowering
