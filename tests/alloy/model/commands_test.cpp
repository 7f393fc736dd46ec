// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "alloy/model/load_text.hpp"

namespace fretsaw::model {
namespace {

TEST(Commands, AreNamedAsInAlloy) {
  const Model model = load_text(
      "sig A {}\npred p { some A }\nassert q { some A }\nrun {}\ncheck {}\nrun p\ncheck q\nl: run {}\nrun "
      "named { some A } expect 1");
  std::string labels;
  for (const Command& command : model.commands) labels += command.label + " ";
  EXPECT_EQ(labels, "run$1 check$2 p q l named ");
  EXPECT_TRUE(model.commands[3].is_check);
  EXPECT_EQ(model.commands[5].expect, 1);
  EXPECT_FALSE(model.commands[0].expect);
}

TEST(Commands, RunPredicatesForSomeArgumentsAndFunctionsForSomeValue) {
  const Model model = load_text(
      "sig A { f: set A }\npred p[a, b: A] { a in b.f }\nfun g[a: A]: lone A { a.f }\nrun p\nrun g");
  EXPECT_EQ(show_goal(model, 0), "(some [a,b: one A] (in a (. b A.f)))");
  EXPECT_EQ(show_goal(model, 1), "(some [a: one A] (in (. a A.f) (lone A)))");
  EXPECT_EQ(model.commands[0].target, FunctionId{0});
}

TEST(Commands, KeepAssertionsAsTheyAre) {
  const Model model = load_text("sig A {}\nassert q { some A }\ncheck q for 2");
  EXPECT_EQ(show_goal(model), "(some A)");
}

TEST(Commands, WithoutTargetAreRefused) {
  EXPECT_EQ(error_of("pred show {}\nrun shw"),
            "2:1 syntax: unknown predicate or function 'shw'; did you mean 'show'?");
  EXPECT_EQ(error_of("assert ok {}\ncheck okk"), "2:1 syntax: unknown assertion 'okk'; did you mean 'ok'?");
  EXPECT_EQ(error_of("pred ok {}\ncheck ok"),
            "2:1 syntax: unknown assertion 'ok'; write 'run ok' for a predicate");
  EXPECT_EQ(error_of("assert ok {}\nrun ok"),
            "2:1 syntax: unknown predicate or function 'ok'; write 'check ok' for an assertion");
  EXPECT_EQ(error_of("run {} for 2 Zork"), "1:12 syntax: unknown sig 'Zork'");
}

TEST(Commands, AreThereInAModelWithoutAny) {
  const Model model = load_text("sig A {}");
  ASSERT_EQ(model.commands.size(), 1U);
  const Command& command = model.commands[0];
  EXPECT_EQ(command.label, "Default");
  EXPECT_EQ(command.scopes.of(sig_named(model, "A").id).size, 4);
  EXPECT_EQ(command.scopes.bitwidth, 4);
  EXPECT_EQ(command.scopes.max_seq, 4);
  EXPECT_FALSE(command.expect);
  EXPECT_EQ(show_goal(model), "true");
}

TEST(Commands, WithErrorsLeaveTheOthersAlone) {
  const Model model =
      load_text("sig A {}\nsig S in A {}\nrun {} for 2 but 1 S\nrun {} for 2\nrun { always some A }");
  EXPECT_TRUE(model.commands.at(0).error);
  EXPECT_FALSE(model.commands.at(1).error);
  EXPECT_FALSE(model.commands.at(2).error);
}

TEST(Commands, OfOpenedModulesAreNotRun) {
  const Texts lib{{"lib", "module lib\nsig L {}\nrun { some L }\ncheck { no L }"}};
  const Model model = load_text("open lib\nrun {}", lib);
  EXPECT_EQ(model.commands.size(), 1U);
}

TEST(Recursion, IsRefusedInTheCommandsThatReachIt) {
  const Model model = load_text(
      "sig A { f: lone A }\npred p[a: A] { q[a.f] }\npred q[a: A] { some a => p[a] }\nrun { some a: A | p[a] "
      "}\nrun { some A }");
  ASSERT_TRUE(model.commands.at(0).error);
  EXPECT_EQ(model.commands[0].error->message, "predicate 'p' calls itself through 'q'");
  EXPECT_EQ(model.commands[0].error->location->line, 3U);
  EXPECT_EQ(model.commands[0].error->location->column, 26U);
  EXPECT_FALSE(model.commands.at(1).error);
}

TEST(Recursion, StaysAnErrorWithAnotherScope) {
  const Model model = load_text("sig A {}\npred p { p }\nrun p for 2 int, 1 A, 2 A");
  ASSERT_TRUE(model.commands.at(0).error);
  EXPECT_EQ(model.commands[0].error->message, "conflicting scopes of sig 'A': 1 and 2");
  const auto changed = with_scope(model, model.commands[0], std::make_shared<const Source>("--scope", "3"));
  ASSERT_TRUE(changed);
  ASSERT_TRUE(changed->error);
  EXPECT_EQ(changed->error->message, "predicate 'p' calls itself");
}

TEST(Warnings, NameWhatIsAlwaysEmptyDisjointOrUnused) {
  const auto warnings = [](const std::string& text) {
    const Model model = load_text(text);
    std::string out;
    for (const Diagnostic& w : model.warnings) {
      out += std::to_string(w.location->line) + ":" + std::to_string(w.location->column) + " " + w.message +
             "\n";
    }
    return out;
  };
  EXPECT_EQ(warnings("sig A, B {}\nrun { A = B }"),
            "2:9 the operands of '=' are always disjoint: the left is A, the right is B\n");
  EXPECT_EQ(warnings("sig A, B {}\nrun { A in B }"),
            "2:9 the operands of 'in' are always disjoint: the left is A, the right is B\n");
  EXPECT_EQ(warnings("sig A { f: A } sig B {}\nrun { some B.f }"),
            "2:13 join is always empty: the left is B, the right is A->A\n");
  EXPECT_EQ(warnings("sig A {}\nrun { some x: A | some A }"), "2:12 'x' is not used\n");
  EXPECT_EQ(warnings("sig A {}\nrun { let x = A | some A }"), "2:11 'x' is not used\n");
  EXPECT_EQ(warnings("sig A, B {}\nrun { some A & B }"),
            "2:14 '&' is always empty: the left is A, the right is B\n");
  EXPECT_EQ(warnings("sig A {}\nrun { A = A }"), "2:9 both operands of '=' are always equal\n");
  EXPECT_EQ(warnings("sig A { f: set A }\nrun { some ^f }"), "");
}

TEST(Warnings, ShowTheLineWithACaret) {
  const Model model = load_text("sig A, B {}\nrun { A = B }");
  ASSERT_EQ(model.warnings.size(), 1U);
  EXPECT_EQ(render(model.warnings[0]),
            "m.als:2:9: warning: the operands of '=' are always disjoint: the left is A, the right is B\n"
            "    run { A = B }\n"
            "            ^\n");
}

TEST(CheckedExpressions, SeeTheMainModuleAndExtraNames) {
  const Model model = load_text("sig Node { next: lone Node }");
  Expr atom;
  atom.op = Op::Variable;
  atom.kind = Kind::Relation;
  atom.type = sig_named(model, "Node").type;
  atom.variable = std::make_shared<const Variable>(Variable{"Node$0", atom.type, {}});
  const std::map<std::string, ExprPtr> extra{{"Node$0", std::make_shared<const Expr>(atom)}};
  const auto check = [&](const char* text) {
    const auto checked = check_expression(model, std::make_shared<const Source>("eval", text), extra);
    return checked ? show(*checked->expr, model) : checked.error().message;
  };
  EXPECT_EQ(check("Node$0.next"), "(. Node$0 Node.next)");
  EXPECT_EQ(check("#Node"), "(# Node)");
  EXPECT_EQ(check("some Node"), "(some Node)");
  EXPECT_EQ(check("plus[1, 2]"), "(integer/plus (Int[] 1) (Int[] 2))");
  EXPECT_EQ(check("Nod"), "unknown name 'Nod'; did you mean 'Node'?");
}

TEST(LongModels, AreCheckedWithoutDeepRecursion) {
  std::string chain = "A";
  for (int i = 0; i < 20'000; ++i) chain += " + A";
  std::string conjunction = "some A";
  for (int i = 0; i < 20'000; ++i) conjunction += " and some A";
  const Model model =
      load_text("sig A {}\nfact { some " + chain + " }\nfact { " + conjunction + " }\nrun {}");
  EXPECT_EQ(model.facts.size(), 2U);
  std::string sigs = "sig S0 {}\n";
  for (int i = 1; i < 5'000; ++i)
    sigs += "sig S" + std::to_string(i) + " extends S" + std::to_string(i - 1) + " {}\n";
  EXPECT_EQ(load_text(sigs).sigs.size(), 5'005U);
}

TEST(Commands, JoinedByAnArrowAreOneThatIsRefused) {
  const Model model =
      load_text("sig A {}\npred p { some A }\nrun { some A } => run p => check { no A }\nrun {}");
  ASSERT_EQ(model.commands.size(), 2U);
  EXPECT_EQ(model.commands[0].label, "check$2");
  ASSERT_TRUE(model.commands[0].error);
  EXPECT_EQ(model.commands[0].error->message, "commands joined by '=>' are not supported");
  EXPECT_EQ(model.commands[0].error->location->line, 3);
  EXPECT_EQ(model.commands[1].index, 1U);
  EXPECT_FALSE(model.commands[1].error);
}

TEST(Commands, RunWhereGrowingScopesBeginAndCheckWhereTheyEnd) {
  const Model model = load_text(
      "sig A {} sig B {}\nrun {} for 2..4 A, 1 B\ncheck {} for 2..4 A, 1 B\ncheck {} for 2..9:3 A, 1..2 B\n"
      "run {} for exactly 2..4 A, 1 B\nrun {} for 2.. A, 1 B\ncheck {} for 3..3 A, 1 B\ncheck {} for 1.. A, "
      "2..4 B");
  const auto size = [&](std::size_t command, const char* sig) {
    return model.commands[command].scopes.of(sig_named(model, sig).id).size;
  };
  EXPECT_EQ(size(0, "A"), 2);
  EXPECT_EQ(size(1, "A"), 4);
  EXPECT_EQ(size(2, "A"), 5);  // both grow once: B cannot a second time
  EXPECT_EQ(size(2, "B"), 2);
  EXPECT_EQ(size(3, "A"), 2);
  EXPECT_EQ(size(4, "A"), 2);
  EXPECT_EQ(size(5, "A"), 3);
  EXPECT_EQ(size(6, "A"), 3);
  ASSERT_EQ(model.warnings.size(), 3U);
  EXPECT_EQ(model.warnings[0].message,
            "a run tries only the first size of a growing scope, here 2 A (as in Alloy)");
}

TEST(Commands, WithGrowingScopesThatNoneCanAnswerAreRefused) {
  const auto error = [](const std::string& scope) {
    const Model model = load_text("sig A {}\ncheck {} for " + scope);
    return model.commands[0].error ? model.commands[0].error->message : "fine";
  };
  EXPECT_EQ(error("exactly 2..4 A"),
            "a check cannot have a growing exact scope: its sizes do not include each other");
  EXPECT_EQ(error("2.. A"), "the scope of a check must have an upper bound");
  EXPECT_EQ(error("4..2 A"), "the scope of 'A' ends at 2, before it begins at 4");
  EXPECT_EQ(error("2..4:0 A"), "the increment of a scope must be at least 1");
}

}  // namespace
}  // namespace fretsaw::model
