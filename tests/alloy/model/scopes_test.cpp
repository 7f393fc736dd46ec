// SPDX-License-Identifier: MIT
#include "alloy/model/scopes.hpp"

#include <gtest/gtest.h>

#include "alloy/model/load_text.hpp"

namespace fretsaw::model {
namespace {

// "A<=3 B=2": sigs with their scopes, in the order of declaration; the builtin and subset sigs are left out.
std::string scopes(const std::string& declarations, const std::string& scope) {
  const Model model = load_text(declarations + "\nrun {} " + scope);
  if (model.commands.empty()) return "refused";
  const Command& command = model.commands[0];
  if (command.error) return command.error->message;
  std::string out;
  for (const Sig& sig : model.sigs) {
    if (sig.builtin || sig.is_subset()) continue;
    const SigScope& s = command.scopes.of(sig.id);
    out += (out.empty() ? "" : " ") + sig.name + (s.exact ? "=" : "<=") + std::to_string(s.size);
  }
  return out;
}

const SigScope scope_of(const std::string& declarations, const std::string& scope, const std::string& sig) {
  const Model model = load_text(declarations + "\nrun {} " + scope);
  return model.commands.at(0).scopes.of(sig_named(model, sig).id);
}

TEST(Scopes, AreThreeByDefault) { EXPECT_EQ(scopes("sig A, B {}", ""), "A<=3 B<=3"); }

TEST(Scopes, FollowTheOverallOne) { EXPECT_EQ(scopes("sig A {} sig B extends A {}", "for 5"), "A<=5 B<=5"); }

TEST(Scopes, OfListedSigsAreTheirOwn) {
  EXPECT_EQ(scopes("sig A, B {}", "for 5 but 2 A"), "A<=2 B<=5");
  EXPECT_EQ(scopes("sig A, B {}", "for 5 but exactly 2 A"), "A=2 B<=5");
  EXPECT_EQ(scopes("sig A, B {}", "for exactly 1 A, 4 B"), "A=1 B<=4");
  EXPECT_EQ(scopes("sig A {}", "for 2..2 A"), "A=2");
}

TEST(Scopes, MustCoverAllTopLevelSigsIfThereIsNoOverallOne) {
  EXPECT_EQ(scopes("sig A, B {}", "for 2 A"), "no scope for sig 'B'");
  EXPECT_EQ(scopes("sig A {} sig B extends A {}", "for 2 A"), "A<=2 B<=2");
  EXPECT_EQ(scopes("sig A {}", "for 3 int"), "A<=3");
}

TEST(Scopes, OfAbstractSigsAreTheSumOfTheirChildren) {
  const std::string sigs = "abstract sig A {} sig B, C extends A {}";
  EXPECT_EQ(scopes(sigs, "for 2 B, 3 C"), "A<=5 B<=2 C<=3");
  EXPECT_EQ(scopes(sigs, "for 7 but 2 B, 3 C"), "A<=5 B<=2 C<=3");
}

TEST(Scopes, LeaveTheRestToTheLastChildOfAnAbstractSig) {
  const std::string sigs = "abstract sig A {} sig B, C extends A {}";
  EXPECT_EQ(scopes(sigs, "for 5 A, 2 B"), "A<=5 B<=2 C<=3");
  EXPECT_EQ(scopes(sigs, "for 1 A, 2 B"), "A<=1 B<=2 C<=0");
  EXPECT_EQ(scopes(sigs, "for 5"), "A<=5 B<=5 C<=5");
}

TEST(Scopes, RaiseParentsToWhatTheirChildrenMustHave) {
  EXPECT_EQ(scopes("sig T {} sig S extends T {}", "for 1 T, exactly 2 S"), "T<=2 S=2");
  EXPECT_EQ(scopes("sig T {} one sig S1, S2 extends T {}", "for 1"), "T<=2 S1=1 S2=1");
  EXPECT_EQ(scopes("sig T {} sig S extends T {}", "for exactly 1 T, exactly 2 S"), "T=2 S=2");
}

TEST(Scopes, FollowMultiplicities) {
  EXPECT_EQ(scopes("one sig A {} lone sig B {} some sig C {}", "for 4"), "A=1 B<=1 C<=4");
  EXPECT_EQ(scopes("lone sig B {}", "for 0 B"), "B<=0");
  EXPECT_EQ(scopes("one sig A {}", "for 2 A"), "sig 'A' is 'one', so its scope cannot be 2");
  EXPECT_EQ(scopes("some sig A {}", "for 0 A"), "sig 'A' is 'some', so its scope cannot be 0");
}

TEST(Scopes, OfEnumsAreTheNumberOfTheirMembers) {
  EXPECT_EQ(scopes("enum E { X, Y, Z }", "for 1"), "E=3 X=1 Y=1 Z=1 ordering/Ord=1");
}

TEST(Scopes, AreExactForWhatIsOrdered) {
  EXPECT_EQ(scopes("open util/ordering[A]\nsig A, B {}", "for 4"), "A=4 B<=4 ordering/Ord=1");
}

TEST(Scopes, AssignAtomsToSigs) {
  const std::string sigs = "sig T {} sig S extends T {} one sig R extends T {}";
  EXPECT_EQ(scope_of(sigs, "for 5 but exactly 2 S", "S").own, 2);
  EXPECT_EQ(scope_of(sigs, "for 5 but exactly 2 S", "T").own, 2);
  EXPECT_EQ(scope_of(sigs, "for 5 but exactly 2 S", "T").lower, 5);
  EXPECT_EQ(scope_of(sigs, "for 5 but 2 S", "S").own, 0);
  EXPECT_EQ(scope_of(sigs, "for 5 but 2 S", "T").own, 4);
}

TEST(Scopes, OfIntegersAndSequences) {
  const auto numbers = [](const std::string& scope) {
    const Model model = load_text("sig A {}\nrun {} " + scope);
    const Command& command = model.commands.at(0);
    if (command.error) return command.error->message;
    return std::to_string(command.scopes.bitwidth) + " " + std::to_string(command.scopes.max_seq);
  };
  EXPECT_EQ(numbers(""), "4 4");
  EXPECT_EQ(numbers("for 2"), "4 2");
  EXPECT_EQ(numbers("for 9"), "4 7");
  EXPECT_EQ(numbers("for 3 A"), "4 4");
  EXPECT_EQ(numbers("for 3 A, 3 int"), "3 3");
  EXPECT_EQ(numbers("for 3 but 5 int, 6 seq"), "5 6");
  EXPECT_EQ(numbers("for 3 but 0 int"), "0 0");
  EXPECT_EQ(numbers("for 3 but 30 int"), "30 3");
  EXPECT_EQ(numbers("for 3 but 31 int"), "the bit width of integers cannot be 31: the maximum is 30");
  EXPECT_EQ(numbers("for 3 but 3 int, 4 seq"),
            "sequences cannot have length 4: with 3-bit integers, the maximum is 3");
}

TEST(Scopes, OfStringsAreExact) {
  const Model model = load_text("sig A { s: String }\nrun {} for 2 but exactly 5 String\nrun {} for 2");
  EXPECT_EQ(model.commands.at(0).scopes.strings, 5);
  EXPECT_FALSE(model.commands.at(1).scopes.strings);
}

TEST(Scopes, OfTooManyAtomsAreRefused) {
  EXPECT_EQ(
      scopes("abstract sig A {} sig B, C extends A {}", "for exactly 2000000000 B, exactly 2000000000 C"),
      "the scopes have too many atoms in total");
}

TEST(Scopes, CanBeReplacedByAText) {
  const Model model = load_text("sig List, Node {}\nrun {} for 1 List\nrun { some Node } for 2");
  ASSERT_TRUE(model.commands.at(0).error);
  const auto text = std::make_shared<const Source>("--scope", "3 but 1 List, 5 int");
  for (const Command& command : model.commands) {
    const auto changed = with_scope(model, command, text);
    ASSERT_TRUE(changed) << render(changed.error());
    EXPECT_FALSE(changed->error);
    EXPECT_EQ(changed->scopes.of(sig_named(model, "List").id).size, 1);
    EXPECT_EQ(changed->scopes.of(sig_named(model, "Node").id).size, 3);
    EXPECT_EQ(changed->scopes.bitwidth, 5);
  }
  const auto wrong =
      with_scope(model, model.commands[1], std::make_shared<const Source>("--scope", "3 but 1 Lisst"));
  ASSERT_FALSE(wrong);
  EXPECT_EQ(render(wrong.error()),
            "--scope:1:7: error: unknown sig 'Lisst'; did you mean 'List'?\n"
            "    3 but 1 Lisst\n"
            "          ^~~~~~~\n");
}

}  // namespace
}  // namespace fretsaw::model
