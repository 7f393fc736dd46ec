// SPDX-License-Identifier: MIT
#include "alloy/lowering/lower.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/lowering/commands.hpp"

namespace fretsaw::lowering {
namespace {

using testing::ElementsAre;

// The text of the formulas of one kind, as the user wrote them.
std::vector<std::string> texts(const LoweredCommand& lowered, OriginKind kind) {
  std::vector<std::string> result;
  for (const Origin& origin : lowered.context.origins) {
    if (origin.kind == kind) result.emplace_back(origin.span.text());
  }
  return result;
}

LoweredCommand lowered(const model::Model& model, const LowerOptions& options = {}) {
  auto result = lower(model, model.commands.at(0), options);
  EXPECT_TRUE(result) << render(result.error());
  return *std::move(result);
}

TEST(Formulas, AreSplitIntoTheSmallestThatTheTextHas) {
  const model::Model model = model_of(
      "sig A { f: set A } fact { some A  no iden & f } pred p[x: A] { some x.f  lone x.f } "
      "run { all a: A { p[a]  a != a.f }  let b = A | one b and some b } for 3");
  const LoweredCommand result = lowered(model);
  EXPECT_EQ(result.context.origins.size(), result.problem().formulas.size());
  EXPECT_THAT(texts(result, OriginKind::Fact), ElementsAre("some A", "no iden & f"));
  EXPECT_THAT(texts(result, OriginKind::Goal),
              ElementsAre("some x.f", "lone x.f", "a != a.f", "one b", "some b"));
  EXPECT_THAT(texts(result, OriginKind::Field), ElementsAre("f"));
}

TEST(Formulas, OfChecksAreSplitWhereTheyAreNegated) {
  const model::Model model = model_of("sig A {} check { some A implies (lone A or #A = 2) } for 3");
  EXPECT_THAT(texts(lowered(model), OriginKind::Goal), ElementsAre("some A", "lone A", "#A = 2"));
}

TEST(Formulas, CanBeThoseOfTheFactsOnly) {
  const model::Model model = model_of("sig A {} fact { no A } check { no A }");
  EXPECT_TRUE(texts(lowered(model, {.goal = false}), OriginKind::Goal).empty());
}

TEST(Cores, PointAtTheFormulasThatContradictEachOther) {
  const model::Model model =
      model_of("sig A { f: one A } fact { lone A } pred p { some A  no f } run { p } for 3");
  const LoweredCommand result = lowered(model);
  const auto core = unsatisfiable_core(result.problem());
  ASSERT_TRUE(core);
  ASSERT_EQ(core->verdict, Verdict::Unsat);
  std::vector<std::string> responsible;
  for (const std::size_t i : core->formulas) responsible.emplace_back(result.context.origins[i].span.text());
  EXPECT_THAT(responsible, testing::UnorderedElementsAre("f", "some A", "no f"));
}

TEST(Formulas, AreShownWithAllTheirParentheses) {
  const model::Model model = model_of(
      "sig A { f, g: set A } fact { no a: A | a in a.^(f + g)  (f + g) in ((g))  all x: A | x not in (x.f) "
      "}\nrun {}");
  EXPECT_THAT(texts(lowered(model), OriginKind::Fact),
              ElementsAre("a in a.^(f + g)", "(f + g) in ((g))", "x not in (x.f)"));
}

TEST(Cores, AreFinerIfExistentialsAreSplit) {
  const std::string text =
      "sig A { f: lone A } check { all x, y: A | (y in x.f and x in y.f and some f) implies x.f = y } for 3";
  const model::Model model = model_of(text);
  const LoweredCommand result = lowered(model, {.split_existentials = true});
  const auto core = unsatisfiable_core(result.problem());
  ASSERT_TRUE(core);
  ASSERT_EQ(core->verdict, Verdict::Unsat);
  std::vector<std::string> responsible;
  for (const std::size_t i : core->formulas) responsible.emplace_back(result.context.origins[i].span.text());
  EXPECT_THAT(responsible, testing::IsSupersetOf({"f", "y in x.f", "x.f = y"}));
  EXPECT_THAT(responsible, testing::Not(testing::Contains("some f")));
  // There are several: x in y.f can stand in for x being one atom. But nothing is in it that is not needed.
  for (const std::size_t left_out : core->formulas) {
    Problem rest = result.problem();
    rest.formulas.clear();
    for (const std::size_t i : core->formulas) {
      if (i != left_out) rest.formulas.push_back(result.problem().formulas[i]);
    }
    EXPECT_EQ(find(rest)->verdict, Verdict::Sat) << result.context.origins[left_out].span.text();
  }
}

TEST(Instances, AreTheSameWhetherExistentialsAreSplitOrNot) {
  const model::Model model = model_of(
      "sig A { f: set A } run { some disj a, b: A, s: set a.f | b in s and (some r: A -> lone A | r in f and "
      "s in A.r) } for 2");
  const auto count_of = [&](bool split) {
    auto stream =
        instances(lowered(model, {.split_existentials = split}).problem(), {.symmetry = Symmetry::None});
    while (stream->skip()) continue;
    return stream->yielded_count();
  };
  EXPECT_EQ(count_of(true), count_of(false));
  EXPECT_EQ(count_of(true), 12U);  // of the 16 relations on two atoms, those with a link between them
}

struct Refusal {
  std::string message;
  std::string marked;  // the text under the caret
};

Refusal refusal(const std::string& text) {
  const model::Model model = model_of(text);
  const auto result = lower(model, model.commands.at(0));
  if (result) return {};
  const Location& place = *result.error().location;
  return {result.error().message, place.source_line.substr(place.column - 1, place.width)};
}

TEST(HigherOrderQuantifiers, AreRefusedWhereNoConstantCanReplaceThem) {
  const auto refused = [](const std::string& quantifier) {
    return "higher-order quantifier '" + quantifier + "' cannot be replaced by a constant";
  };
  const auto all_s = refusal("sig A {} run { all s: set A | some s }");
  EXPECT_EQ(all_s.message, refused("all s"));
  EXPECT_EQ(all_s.marked, "s");
  EXPECT_EQ(refusal("sig A {} run { some s: set A | all t: set A | t in s }").message, refused("all t"));
  EXPECT_EQ(refusal("sig A {} run { no r: A -> A | some r }").message, refused("no r"));
  EXPECT_EQ(refusal("sig A {} run { one s: set A | no s }").message, refused("one s"));
  EXPECT_EQ(refusal("sig A {} run { (some s: set A | some s) iff some A }").message, refused("some s"));
  EXPECT_EQ(refusal("sig A {} check { some s: set A | some s }").message, refused("some s"));
}

TEST(HigherOrderQuantifiers, AreRefusedWhereTheirConstantHasTooManyColumns) {
  const std::string model =
      "sig A {} run { all a, b, c, d, e, f, g: A | some s: set A | s = a } for exactly ";
  const auto s = refusal(model + "320 A");
  EXPECT_THAT(s.message,
              testing::HasSubstr("higher-order variable 's' depends on too many variables: 8 columns"));
  EXPECT_EQ(s.marked, "s");
  EXPECT_EQ(refusal(model + "3 A").message, "");
  // Existential variables around it become constants themselves, and are no columns.
  EXPECT_EQ(refusal("sig A {} run { some a, b, c, d, e, f, g: A | some s: set A | s = a } for exactly 320 A")
                .message,
            "");
}

TEST(Fields, ThatCouldHaveTooManyTuplesAreRefused) {
  const auto f = refusal("sig A { f: A -> A -> A -> A } run {} for 60");
  EXPECT_EQ(f.message, "field 'f' may have more than 16777216 tuples in this scope");
  EXPECT_EQ(f.marked, "f");
}

TEST(Commands, WithErrorsAreNotLowered) {
  const model::Model model = model_of("lone sig A {}\nrun {} for 2 A");
  const auto result = lower(model, model.commands.at(0));
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().location->line, 2U);
}

TEST(Lower, RefusesTracesUnlessAskedForThem) {
  const model::Model model = model_of("var sig A {}\nrun {}");
  const auto refused = lower(model, model.commands[0]);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "temporal models are not supported here");
  EXPECT_EQ(refused.error().location->line, 2U);
  model::Command made_up = model.commands[0];
  made_up.is_temporal = false;
  made_up.pos = {};
  const auto also = lower(model, made_up);
  ASSERT_FALSE(also);
  EXPECT_EQ(also.error().location->line, 1U);
  EXPECT_TRUE(lower(model, model.commands[0], {.traces = true}));
}

}  // namespace
}  // namespace fretsaw::lowering
