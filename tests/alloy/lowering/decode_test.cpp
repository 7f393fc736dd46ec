// SPDX-License-Identifier: MIT
#include "alloy/lowering/decode.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/lowering/commands.hpp"

namespace fretsaw::lowering {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> names(const std::vector<AlloyAtom>& atoms) {
  std::vector<std::string> result;
  for (const AlloyAtom& atom : atoms) result.push_back(to_string(atom));
  return result;
}

std::vector<std::string> rows(const std::vector<AlloyTuple>& tuples) {
  std::vector<std::string> result;
  for (const AlloyTuple& tuple : tuples) {
    std::string row;
    for (const AlloyAtom& atom : tuple) row += (row.empty() ? "" : "->") + to_string(atom);
    result.push_back(row);
  }
  return result;
}

std::vector<std::string> sig(const AlloyInstance& instance, const std::string& name) {
  for (const AlloySig& candidate : instance.first().sigs) {
    if (candidate.name == name) return names(candidate.atoms);
  }
  ADD_FAILURE() << "no sig " << name;
  return {};
}

std::vector<std::string> field(const AlloyInstance& instance, const std::string& key) {
  for (const AlloyField& candidate : instance.first().fields) {
    if (candidate.key == key) return rows(candidate.tuples);
  }
  ADD_FAILURE() << "no field " << key;
  return {};
}

TEST(Instances, NameAtomsAfterTheMostSpecificSigTheyAreIn) {
  const AlloyInstance instance = first_instance(
      "sig A {} one sig B extends A {} sig C extends A {} run {} for exactly 3 A, exactly 1 C");
  EXPECT_THAT(sig(instance, "A"), ElementsAre("B$0", "C$0", "A$0"));
  EXPECT_THAT(sig(instance, "B"), ElementsAre("B$0"));
  EXPECT_THAT(sig(instance, "C"), ElementsAre("C$0"));
}

TEST(Instances, NameAtomsOfEnumsAfterTheirValuesAndNotAfterSubsetSigs) {
  const AlloyInstance instance = first_instance(
      "enum Color { Red, Blue } sig Dark in Color {} sig Obj { c: Color } run { Obj.c = Blue and Dark = Blue "
      "} "
      "for exactly 1 Obj");
  EXPECT_THAT(sig(instance, "Color"), ElementsAre("Red$0", "Blue$0"));
  EXPECT_THAT(field(instance, "Obj.c"), ElementsAre("Obj$0->Blue$0"));
  EXPECT_THAT(sig(instance, "Dark"), ElementsAre("Blue$0"));
}

TEST(Instances, NumberAtomsFromZeroWithinTheirSig) {
  const AlloyInstance instance = first_instance(
      "sig Object {} sig Dir, File extends Object {} run { #Dir = 2 and #File = 2 and #Object = 5 } for 5");
  EXPECT_THAT(sig(instance, "Dir"), testing::UnorderedElementsAre("Dir$0", "Dir$1"));
  EXPECT_THAT(sig(instance, "File"), testing::UnorderedElementsAre("File$0", "File$1"));
  EXPECT_THAT(sig(instance, "Object"),
              testing::UnorderedElementsAre("Dir$0", "Dir$1", "File$0", "File$1", "Object$0"));
}

TEST(Instances, ShowAbstractSigsAsTheUnionOfTheirChildren) {
  const AlloyInstance instance =
      first_instance("abstract sig A {} sig B, C extends A {} run { one B and one C } for 2 A");
  EXPECT_THAT(sig(instance, "A"), testing::UnorderedElementsAre("B$0", "C$0"));
  EXPECT_EQ(sig(instance, "B").size(), 1U);
}

TEST(Instances, ShowTheOwnerOfFieldsOfOneSigs) {
  const AlloyInstance instance =
      first_instance("one sig S { f: A, n: Int } sig A {} run { S.n = -3 } for exactly 1 A");
  EXPECT_THAT(field(instance, "S.f"), ElementsAre("S$0->A$0"));
  EXPECT_THAT(field(instance, "S.n"), ElementsAre("S$0->-3"));
  EXPECT_TRUE(std::holds_alternative<std::int64_t>(instance.first().fields[1].tuples[0][1]));
}

TEST(Instances, ShowOrderingsUnderThePathOfTheirModule) {
  const AlloyInstance instance = first_instance("open util/ordering[A] as ord sig A {} run {} for 3");
  EXPECT_THAT(field(instance, "ord/Ord.First"), ElementsAre("ord/Ord$0->A$0"));
  EXPECT_THAT(field(instance, "ord/Ord.Next"), ElementsAre("ord/Ord$0->A$0->A$1", "ord/Ord$0->A$1->A$2"));
}

TEST(Instances, ShowStringsInQuotes) {
  const AlloyInstance instance = first_instance(R"(one sig S { n: String } run { S.n = "a b" })");
  EXPECT_THAT(field(instance, "S.n"), ElementsAre("S$0->\"a b\""));
  EXPECT_THAT(sig(instance, "String"), ElementsAre("\"a b\""));
}

TEST(Instances, ShowTheScopeOfIntegersAndSequences) {
  const AlloyInstance instance = first_instance("run {} for 3 but 3 int, 2 seq");
  EXPECT_EQ(instance.bitwidth, 3);
  EXPECT_EQ(instance.max_seq, 2);
  EXPECT_EQ(sig(instance, "Int").size(), 8U);
  EXPECT_THAT(sig(instance, "seq/Int"), ElementsAre("0", "1"));
}

TEST(Skolems, AreNamedAfterTheCommandOrThePredicateTheyAreIn) {
  const AlloyInstance instance = first_instance(
      "sig A { f: set A } pred p[x: A] { some y: A | y in x.f } pred show[a: A, s: set A] { p[a] a in s } "
      "run show for exactly 1 A");
  ASSERT_EQ(instance.first().skolems.size(), 3U);
  EXPECT_EQ(instance.first().skolems[0].name, "$show_a");
  EXPECT_THAT(rows(instance.first().skolems[0].tuples), ElementsAre("A$0"));
  EXPECT_EQ(instance.first().skolems[1].name, "$show_s");
  EXPECT_EQ(instance.first().skolems[2].name, "$p_y");
}

TEST(Skolems, OfQuantifiersThatDoNotMatterHaveNoAtomsOfNoSig) {
  const AlloyInstance instance = first_instance(
      "one sig List { head: lone Node } sig Node { link: lone Node }\n"
      "run { some link and (some List.head implies some n: List.head.*link | no n.link) } for 2");
  ASSERT_EQ(instance.first().skolems.size(), 1U);
  const std::vector<std::string> nodes = sig(instance, "Node");
  for (const std::string& row : rows(instance.first().skolems[0].tuples))
    EXPECT_THAT(nodes, testing::Contains(row));
}

TEST(Skolems, OfUnnamedCommandsHaveTheNameOfTheVariable) {
  const AlloyInstance instance = first_instance("sig A {} run { some x: A | x = x } for exactly 1 A");
  ASSERT_EQ(instance.first().skolems.size(), 1U);
  EXPECT_EQ(instance.first().skolems[0].name, "$x");
  EXPECT_EQ(instance.first().skolems[0].type, (std::vector<std::vector<std::string>>{{"A"}}));
}

// Every instance of the command survives the way to Alloy's terms and back.
void expect_round_trips(const std::string& text) {
  SCOPED_TRACE(text);
  const model::Model model = model_of(text);
  const auto lowered = lower(model, model.commands.at(0));
  ASSERT_TRUE(lowered) << render(lowered.error());
  auto stream = instances(lowered->problem(), {.symmetry = Symmetry::None});
  ASSERT_TRUE(stream);
  int seen = 0;
  while (const auto instance = stream->next()) {
    ++seen;
    const AlloyInstance shown = to_alloy_instance(*lowered, *instance);
    const auto back = to_relational(*lowered, shown);
    ASSERT_TRUE(back) << render(back.error());
    const AlloyInstance again = to_alloy_instance(*lowered, *back);
    for (std::size_t i = 0; i < shown.first().sigs.size(); ++i)
      EXPECT_EQ(shown.first().sigs[i].atoms, again.first().sigs[i].atoms);
    for (std::size_t i = 0; i < shown.first().fields.size(); ++i)
      EXPECT_EQ(shown.first().fields[i].tuples, again.first().fields[i].tuples);
  }
  EXPECT_GT(seen, 0);
}

TEST(Instances, SurviveTheWayThereAndBack) {
  expect_round_trips("abstract sig A { f: set A } sig B, C extends A {} run {} for 2 A");
  expect_round_trips("one sig S { f: A -> Int, g = A } sig A {} sig T in A {} run {} for 1 but 1 int");
  expect_round_trips("open util/ordering[A] sig A {} sig U = A {} run {} for 3");
  expect_round_trips(R"(sig A { n: lone String } run { some "x" } for 2)");
  expect_round_trips("sig A { f: lone A } sig B extends A {} sig C extends B {} sig D in B {} run {} for 3");
  expect_round_trips("sig A { f: lone A } sig B, C extends A {} run {} for 3 but exactly 1 B");
}

struct Case {
  model::Model model = model_of("sig A { f: set A } one sig B extends A {} run {} for 2");
  LoweredCommand lowered = *lower(model, model.commands.at(0));
  AlloyInstance instance;

  Case() {
    const auto found = find(lowered.problem());
    instance = to_alloy_instance(lowered, *found->instance);
    set("A", {"B$0", "A$0"});
  }
  void set(const std::string& name, const std::vector<std::string>& atoms) {
    for (AlloySig& candidate : instance.first().sigs) {
      if (candidate.name == name) candidate.atoms = {atoms.begin(), atoms.end()};
    }
  }
};

TEST(ReadingInstances, RenamesAtomsThatHaveOtherNames) {
  Case c;
  c.set("A", {"x", "y"});
  c.set("B", {"y"});
  c.instance.first().fields[0].tuples = {{"y", "x"}};
  const auto back = to_relational(c.lowered, c.instance);
  ASSERT_TRUE(back) << render(back.error());
  EXPECT_THAT(field(to_alloy_instance(c.lowered, *back), "A.f"), ElementsAre("B$0->A$0"));
}

TEST(ReadingInstances, RefusesAtomsThatAreNotInScope) {
  Case c;
  c.instance.first().fields[0].tuples = {{"B$0", "A$7"}};
  const auto back = to_relational(c.lowered, c.instance);
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().message, "'A$7' in 'A.f' is not an atom in the scope of the command");
}

TEST(ReadingInstances, RefusesMoreAtomsThanTheScopeHas) {
  Case c;
  c.set("A", {"x", "y", "z"});
  c.set("B", {"x"});
  const auto back = to_relational(c.lowered, c.instance);
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().message,
            "the atoms of 'A' do not fit the scope of the command, which allows at most 2");
}

TEST(ReadingInstances, RefusesTuplesOfAWrongArity) {
  Case c;
  c.instance.first().fields[0].tuples = {{"B$0"}};
  const auto back = to_relational(c.lowered, c.instance);
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().message, "invalid tuple for 'A.f': expected 2 atoms, found 1");
}

TEST(ReadingInstances, RefusesSigsAndFieldsThatTheModelDoesNotHave) {
  Case c;
  c.instance.first().sigs.push_back({"Z", {}});
  EXPECT_EQ(to_relational(c.lowered, c.instance).error().message, "unknown sig 'Z'");
  c.instance.first().sigs.pop_back();
  c.instance.first().fields.push_back({"A.z", 2, {}});
  EXPECT_EQ(to_relational(c.lowered, c.instance).error().message, "unknown field 'A.z'");
}

TEST(ReadingInstances, RefusesSigsThatAreNotWhatTheirPartsMakeThem) {
  const model::Model model = model_of("abstract sig A {} sig B, C extends A {} run { some B } for 2");
  const auto lowered = lower(model, model.commands.at(0));
  ASSERT_TRUE(lowered);
  AlloyInstance instance = to_alloy_instance(*lowered, *find(lowered->problem())->instance);
  for (AlloySig& s : instance.first().sigs) {
    if (s.name != "A") s.atoms.clear();
  }
  EXPECT_EQ(to_relational(*lowered, instance).error().message,
            "the atoms of 'A' differ from those of the sigs that define it");
}

}  // namespace
}  // namespace fretsaw::lowering
