// SPDX-License-Identifier: MIT
// What each operator makes of a text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/mutation/mutating.hpp"

namespace fretsaw::mutation {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr const char* kSigs = "sig Node { link, back: set Node }\nsig List { head: lone Node }\n";

std::string with_sigs(const std::string& text) { return kSigs + text; }

TEST(Mor, GivesASigEachOtherMultiplicity) {
  EXPECT_THAT(changed("«sig A {}»", "MOR"), ElementsAre("lone sig A {}", "one sig A {}", "some sig A {}"));
  EXPECT_THAT(changed("«one sig A {}»", "MOR"), ElementsAre("sig A {}", "lone sig A {}", "some sig A {}"));
  EXPECT_THAT(
      changed("sig B {}\n«abstract sig A {}»", "MOR"),
      UnorderedElementsAre("lone abstract sig A {}", "one abstract sig A {}", "some abstract sig A {}"));
}

TEST(Mor, DeclaresSigsApartThatWereDeclaredTogether) {
  const auto texts = changed("«one sig A, B, C {}»", "MOR");
  EXPECT_EQ(texts.size(), 9u);
  EXPECT_THAT(texts, testing::Contains("one sig A {}\nlone sig B {}\none sig C {}"));
  EXPECT_THAT(texts, testing::Contains("lone sig A {}\none sig B, C {}"));
}

TEST(Qor, GivesEachOtherQuantifier) {
  EXPECT_THAT(changed(with_sigs("pred p { «all» n: Node | some n.link }"), "QOR"),
              ElementsAre("no", "lone", "one", "some"));
}

TEST(Uor, ChangesMultiplicitiesAndClosures) {
  EXPECT_THAT(changed("sig A { f: «lone» A }", "UOR"), ElementsAre("set", "one", "some"));
  EXPECT_THAT(changed("sig A { f: «A» }", "UOR"), ElementsAre("set A", "lone A", "some A"));
  EXPECT_THAT(changed("sig A {}\nfun f: «set» A { A }", "UOR"), ElementsAre("lone", "one", "some"));
  EXPECT_THAT(changed(with_sigs("pred p { «no» link }"), "UOR"), ElementsAre("lone", "one", "some"));
  EXPECT_THAT(changed(with_sigs("pred p { no «*»link & iden }"), "UOR"), ElementsAre("^"));
}

TEST(Bor, ReplacesOperatorsByOthersOfTheirKind) {
  EXPECT_THAT(changed(with_sigs("pred p { some «link + back» }"), "BOR"),
              ElementsAre("link & back", "link - back"));
  EXPECT_THAT(changed(with_sigs("pred p { «link in back» }"), "BOR"),
              ElementsAre("link = back", "link != back", "link !in back"));
  EXPECT_THAT(changed(with_sigs("pred p { link«!=»back }"), "BOR"), ElementsAre("=", " in ", "!in "));
  EXPECT_THAT(changed(with_sigs("pred p { «some link => no back» }"), "BOR"),
              ElementsAre("some link <=> no back"));
  EXPECT_EQ(changed(with_sigs("pred p { «#link < 2» }"), "BOR").size(), 7u);
}

TEST(Bor, KeepsTheOperandsTogether) {
  EXPECT_THAT(changed(with_sigs("pred p { some «link + back - iden» }"), "BOR"),
              UnorderedElementsAre("link + back + iden", "(link + back) & iden", "link & back - iden",
                                   "link - back - iden"));
  EXPECT_THAT(changed(with_sigs("pred p { some Node.«(link & back)» }"), "BOR"),
              ElementsAre("(link + back)", "(link - back)"));
  EXPECT_THAT(changed(with_sigs("pred p { «no link => some n: Node | no n.link» }"), "BOR"),
              ElementsAre("no link <=> some n: Node | no n.link"));
  EXPECT_THAT(changed(with_sigs("pred p { «no link or no back => no head» }"), "BOR"),
              ElementsAre("no link or (no back <=> no head)"));
}

TEST(Lor, TurnsListsAndBlocksIntoTheOther) {
  EXPECT_THAT(changed(with_sigs("pred p { «no link and no back» }"), "LOR"),
              ElementsAre("no link || no back"));
  EXPECT_THAT(changed(with_sigs("pred p { «no link || no back || no head» }"), "LOR"),
              ElementsAre("no link && no back && no head"));
  EXPECT_THAT(changed(with_sigs("pred p {\n  «no link\n  all n: Node | no n.back\n  no head»\n}"), "LOR"),
              ElementsAre("no link\n  || (all n: Node | no n.back)\n  || no head"));
  EXPECT_THAT(changed(with_sigs("pred p { «no link && no back => no head» }"), "LOR"),
              ElementsAre("(no link || no back) => no head"));
}

TEST(Lor, TakesNestedListsOfOneKindAsOne) {
  EXPECT_THAT(changed(with_sigs("pred p { «no link && no back\n no head» }"), "LOR"),
              ElementsAre("no link || no back\n || no head"));
  EXPECT_THAT(changed(with_sigs("pred q[] {}\npred p { «q[] q[]» }"), "LOR"), ElementsAre("q[] || q[]"));
}

TEST(Uoi, IsForHomogeneousRelations) {
  EXPECT_THAT(changed(with_sigs("pred p { no «link» }"), "UOI"), ElementsAre("~link", "*link", "^link"));
  EXPECT_THAT(changed(with_sigs("pred p { no «head» }"), "UOI"), IsEmpty());
  EXPECT_THAT(changed(with_sigs("pred p { some «(link + back)».Node }"), "UOI"),
              testing::IsSupersetOf({"~(link + back)", "*(link + back)", "^(link + back)"}));
  EXPECT_THAT(changed(with_sigs("pred p { no «link + back» }"), "UOI"), testing::Contains("^(link + back)"));
  EXPECT_THAT(changed(with_sigs("pred p { no «^link» }"), "UOI"),
              UnorderedElementsAre("~^link", "*^link", "^~link", "^*link", "^^link"));
  EXPECT_THAT(changed("sig A {}\nsig B extends A { f: A }\npred p { no «f» }", "UOI"), IsEmpty());
  EXPECT_THAT(changed("abstract sig P { f: M, m: W }\nsig M, W extends P {}\npred p { no «(f + m)» }", "UOI"),
              ElementsAre("~(f + m)", "*(f + m)", "^(f + m)"));
}

TEST(Uod, DeletesClosuresTransposesAndNegations) {
  EXPECT_THAT(changed(with_sigs("pred p { no Node.«*link» }"), "UOD"), ElementsAre("link"));
  EXPECT_THAT(changed(with_sigs("pred p { «not no link» }"), "UOD"), ElementsAre("no link"));
  EXPECT_THAT(changed(with_sigs("pred p { lone«~»link }"), "UOD"), ElementsAre(" "));
  EXPECT_THAT(changed(with_sigs("pred p { no Node.«~head» }"), "UOD"), IsEmpty());
}

TEST(Boe, ExchangesOperands) {
  EXPECT_THAT(changed(with_sigs("pred p { no «link - back» }"), "BOE"), ElementsAre("back - link"));
  EXPECT_THAT(changed(with_sigs("pred p { no «link - back - iden» }"), "BOE"),
              UnorderedElementsAre("iden - (link - back)", "back - link - iden"));
  EXPECT_THAT(changed(with_sigs("pred p { «link not in back + iden» }"), "BOE"),
              ElementsAre("(back + iden) not in link"));
  EXPECT_THAT(changed(with_sigs("pred p { «no link => all n: Node | no n.back» }"), "BOE"),
              ElementsAre("(all n: Node | no n.back) => no link"));
}

TEST(Ieoe, ExchangesTheBranchesOfFormulas) {
  EXPECT_THAT(changed(with_sigs("pred p { no link => «no back else { no head }» }"), "IEOE"),
              ElementsAre("{ no head } else no back"));
  EXPECT_THAT(changed(with_sigs("pred p { some («no link => link else back») }"), "IEOE"), IsEmpty());
}

TEST(Iid, AddsAndSubtractsOne) {
  EXPECT_THAT(changed(with_sigs("pred p { #link > «3» }"), "IID"), ElementsAre("4", "2"));
  EXPECT_THAT(changed(with_sigs("pred p { #link > «0» }"), "IID"), ElementsAre("1", "-1"));
}

TEST(Operators, AreChosenByNameOrAsASet) {
  EXPECT_EQ(choose_operators("all")->size(), 10u);
  EXPECT_EQ(choose_operators("2018")->size(), 9u);
  EXPECT_EQ(choose_operators("2017")->size(), 9u);
  EXPECT_EQ(choose_operators("MOR,IOBU,OD")->size(), 3u);
  const auto unknown = choose_operators("MOR,XYZ");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "unknown mutation operator 'XYZ'");
}

TEST(Sites, GeneratedCodeIsNotMutated) {
  // In a sig's own fact, link is this.link: a set.
  EXPECT_THAT(changed("sig A { link: set A } { «no link» }", "UOI"), IsEmpty());
  EXPECT_THAT(changed("sig A { next: A -> A } { no «next» }", "UOI"),
              ElementsAre("~(next)", "*(next)", "^(next)"));
}

TEST(Mutants, ThatReadTheSameAreCountedOnce) {
  const std::string text = with_sigs("pred p { no *(*link) }");
  const auto distinct = mutants_of(text, "UOI,UOD"), all = mutants_of(text, "UOI,UOD", false);
  EXPECT_GT(distinct->duplicates, 0u);
  EXPECT_EQ(distinct->all.size() + distinct->duplicates, all->all.size());
}

TEST(Mutants, ThatAreIllTypedAreInvalid) {
  const auto mutants =
      mutants_of("sig A { f: A -> A }\npred p { no f + f }\nfun g: A { A - A.(A.f) }\nrun g", "BOE,UOD,BOR");
  for (const Mutant& mutant : mutants->all) EXPECT_TRUE(mutant.model);
  for (const Mutant& mutant : mutants->invalid) EXPECT_FALSE(mutant.model);
}

}  // namespace
}  // namespace fretsaw::mutation
