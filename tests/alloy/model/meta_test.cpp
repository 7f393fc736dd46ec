// SPDX-License-Identifier: MIT
// Meta sigs: which there are, what their names mean, and what becomes of quantifiers over them. That the
// instances are those of Alloy is checked in tests/alloy/lowering/meta_counts_test.cpp.
#include "alloy/model/meta.hpp"

#include <gtest/gtest.h>

#include "alloy/model/load_text.hpp"

namespace fretsaw::model {
namespace {

constexpr const char* kTwo = "sig A { f: set A }\nsig B extends A { g: A -> A }";

std::vector<std::string> meta_sigs(const Model& model) {
  std::vector<std::string> names;
  for (const Sig& sig : model.sigs) {
    if (sig.is_meta) names.push_back(sig.name);
  }
  return names;
}

// "A$.fields = (+ A$f A$g)" of all fields of the sig.
std::vector<std::string> fields_of(const Model& model, const std::string& sig) {
  std::vector<std::string> out;
  for (const FieldId id : sig_named(model, sig).fields) {
    const Field& field = model.field(id);
    out.push_back(field.name + " = " + show(*field.bound, model));
  }
  return out;
}

TEST(MetaSigs, AreThereOnlyIfANameHasADollar) {
  EXPECT_EQ(meta_sigs(load_text("sig A { f: A }\nrun { some A } -- A$\n")), std::vector<std::string>{});
  EXPECT_EQ(meta_sigs(load_text("sig A { f: A }\nrun { some A$ }")),
            (std::vector<std::string>{"sig$", "field$", "A$", "A$f", "static$", "var$"}));
  const Texts lib{{"lib", "module lib\nsig L {}\npred p { some L$ }"}};
  EXPECT_EQ(meta_sigs(load_text("open lib\nsig A {}", lib)),
            (std::vector<std::string>{"sig$", "field$", "A$", "static$", "var$", "lib/L$"}));
}

TEST(MetaSigs, HaveFieldsThatSpeakOfTheirSig) {
  const Model model = load_text(std::string(kTwo) + "\nsig S in A { h: A }\nrun { some A$ }");
  using Fields = std::vector<std::string>;
  EXPECT_EQ(fields_of(model, "A$"),
            (Fields{"value = A", "fields = A$f", "parent = none", "subfields = (+ A$f B$g)"}));
  EXPECT_EQ(fields_of(model, "B$"), (Fields{"value = B", "fields = B$g", "parent = A$", "subfields = B$g"}));
  EXPECT_EQ(fields_of(model, "S$"),
            (Fields{"value = S", "fields = S$h", "parent = none", "subfields = S$h"}));
  EXPECT_EQ(fields_of(model, "B$g"), (Fields{"value = B.g"}));
}

TEST(MetaSigs, OfEnumsAndPrivateSigsExistToo) {
  const Model model =
      load_text("enum E { X }\nprivate sig A { f: A }\nrun { some X$.parent & E$ and some A$f }");
  EXPECT_EQ(fields_of(model, "X$").at(2), "parent = E$");
  EXPECT_TRUE(sig_named(model, "A$").is_private);
  EXPECT_TRUE(sig_named(model, "ordering/Ord$Next").is_meta);
}

TEST(MetaSigs, AreStaticOrVariableAsWhatTheySpeakOf) {
  const Model model = load_text("var sig A { f: A, var g: A }\nsig B {}\nrun { some A$ }");
  EXPECT_EQ(to_string(sig_named(model, "static$").type, model), "A$f + B$");
  EXPECT_EQ(to_string(sig_named(model, "var$").type, model), "A$ + A$g");
}

TEST(MetaNames, AreNotKnownInDeclarations) {
  const std::string known =
      "; use it in a fact, an assertion, a command or the body of a predicate or function";
  EXPECT_EQ(error_of("sig A { k: lone sig$ }"),
            "1:17 syntax: meta name 'sig$' is not available in declarations" + known);
  EXPECT_EQ(error_of("sig A { f: A }\npred p[x: A$f] {}"),
            "2:11 syntax: meta name 'A$f' is not available in declarations" + known);
  EXPECT_EQ(error_of("sig A { f = A$ }"),
            "1:13 syntax: meta name 'A$' is not available in declarations" + known);
  EXPECT_EQ(error_of("sig A {}\nrun { some B$ }"), "2:12 syntax: unknown name 'B$'");
  EXPECT_EQ(place_of_error("sig A$ {}"), "1:5 syntax");
  EXPECT_EQ(place_of_error("sig A {}\nrun { some A$ } for 2 A$"), "2:23 syntax");
}

TEST(MetaNames, OfPrivateThingsAreHiddenElsewhere) {
  const Texts lib{{"lib", "module lib\nprivate sig L {}\nsig M { private f: M }\nsig N { g: N }"}};
  EXPECT_EQ(place_of_error("open lib\nrun { some L$ }", lib), "2:12 syntax");
  EXPECT_EQ(place_of_error("open lib\nrun { some M$f }", lib), "2:12 syntax");
  EXPECT_EQ(goal("open lib", "some N$ and some lib/N$g", lib), "(and (some lib/N$) (some lib/N$g))");
  const Texts all{{"lib", "module lib\nsig L {}\npred p { some sig$ }"}};
  EXPECT_EQ(error_of("open lib\nrun p", all), "fine") << "sig$ is known everywhere";
}

TEST(MetaNames, OfFieldsAreOverloadedLikeOthers) {
  EXPECT_EQ(goal(kTwo, "some A$f.value"), "(some (. A$f A$f.value))");
  EXPECT_EQ(goal("sig A { value: A }", "some A.value and no A$.value"),
            "(and (some (. A A.value)) (no (. A$ A$.value)))");
  EXPECT_EQ(place_of_error(std::string(kTwo) + "\nrun { some A$.subfields.value }"), "3:25 type");
}

TEST(MetaQuantifiers, AreReadOnceForEachSig) {
  EXPECT_EQ(goal("sig A { f: A, g: A -> A }", "all x: A$.fields | some x.value"),
            "(let [: = (and (implies (in A$g (. A$ A$.fields)) (some (. A$g A$g.value))) "
            "(implies (in A$f (. A$ A$.fields)) (some (. A$f A$f.value))))] )");
  EXPECT_EQ(goal("sig A { f: A }", "some x: A$.fields | some x.value"),
            "(let [: = (and (in A$f (. A$ A$.fields)) (some (. A$f A$f.value)))] )");
  EXPECT_EQ(goal("sig A { f: A }", "some {x: A$ | some x.value}"),
            "(some (let [: = (if-else (and (in A$ A$) (some (. A$ A$.value))) A$ none)] ))");
}

TEST(MetaQuantifiers, OverNothingAreTrueFalseOrEmpty) {
  EXPECT_EQ(goal("sig A {}", "all f: field$ | some f.value"), "(let [: = true] )");
  EXPECT_EQ(goal("sig A {}", "some f: field$ | some f.value"), "(let [: = (not true)] )");
  EXPECT_EQ(goal("sig A {}", "some {f: field$ | some f.value}"), "(some (let [: = none] ))");
}

TEST(MetaQuantifiers, OfOtherKindsHaveVariables) {
  EXPECT_EQ(goal("sig A { f: A }", "no x: A$.fields | some x"), "(no [x: one (. A$ A$.fields)] (some x))");
  EXPECT_EQ(goal("sig A { f: A }", "all x, y: A$.fields | x = y"),
            "(all [x,y: one (. A$ A$.fields)] (= x y))");
}

TEST(MetaQuantifiers, GiveNoWarningsAboutTheirCopies) {
  const Model model =
      load_text("sig A { f: A }\nsig B { g: B }\nrun { all x: field$ | no A & x.value.univ }");
  EXPECT_TRUE(model.warnings.empty()) << render(model.warnings.front());
}

TEST(MetaQuantifiers, HaveTheErrorsOfTheirCopies) {
  EXPECT_EQ(
      place_of_error("sig A { f: A, g: A -> A }\nrun { all x: A$.fields | x.value in A -> A -> A -> A }"),
      "2:34 type");
  EXPECT_EQ(error_of("sig A { f: A }\nrun { all x: A$.fields | some x.vale }"),
            "2:33 syntax: unknown name 'vale'; did you mean 'value'?");
}

TEST(MetaQuantifiers, ThatMultiplyBeyondMeasureAreRefused) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "sig A" + std::to_string(i) + " {}\n";
  text += "run { all a: sig$ | all b: sig$ | all c: sig$ | a + b + c in sig$ }";
  EXPECT_EQ(
      error_of(text),
      "41:7 type: quantifiers over meta sigs expand to more than 20,000 copies; quantify over fewer sigs "
      "and fields, or nest less deeply");
}

}  // namespace
}  // namespace fretsaw::model
