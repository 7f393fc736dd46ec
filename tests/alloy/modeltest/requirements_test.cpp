// SPDX-License-Identifier: MIT
// What counts as a requirement, and what meets it.
#include "alloy/modeltest/requirements.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "alloy/modeltest/coverage.hpp"
#include "alloy/modeltest/loading.hpp"
#include "alloy/modeltest/requirement_solver.hpp"

namespace fretsaw::modeltest {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

Requirements requirements_of(const TestFile& file) {
  return collect_requirements(file.model, [&](const Span& span) { return file.is_under_test(span); });
}

std::vector<std::string> elements(const Requirements& requirements, ElementKind kind) {
  std::vector<std::string> texts;
  for (const Element& element : requirements.elements) {
    if (element.kind == kind) texts.push_back(element.text);
  }
  return texts;
}

TEST(Requirements, OfThePapersExampleAreThirtyFive) {
  const auto file = tests_of(kFaultyList);
  const Requirements requirements = requirements_of(*file);
  EXPECT_EQ(requirements.all.size(), 35u);
  EXPECT_THAT(elements(requirements, ElementKind::Sig), ElementsAre("List", "Node"));
  EXPECT_THAT(elements(requirements, ElementKind::Field), ElementsAre("head", "link"));
  EXPECT_THAT(elements(requirements, ElementKind::Expression),
              UnorderedElementsAre("List.head", "List.head.^link", "n.link"));
  EXPECT_EQ(elements(requirements, ElementKind::Formula).size(), 4u);
  EXPECT_EQ(elements(requirements, ElementKind::Quantifier).size(), 1u);
}

TEST(Requirements, AnExpressionWrittenTwiceIsOneElementWithTwoPlaces) {
  const auto file = tests_of(kFaultyList);
  const Requirements requirements = requirements_of(*file);
  for (const Element& element : requirements.elements) {
    if (element.text != "List.head") continue;
    ASSERT_EQ(element.places.size(), 2u);
    EXPECT_EQ(file->model.sources.front()->locate(element.places[1].begin, element.places[1].end).column,
              42u);
  }
}

TEST(Requirements, TestsAndBuiltInModulesHaveNone) {
  const auto alone =
      tests_of("open util/ordering[A] as ord\nsig A { f: set A }\npred p { some ord/first.f }\n");
  const auto with_tests =
      tests_of("open util/ordering[A] as ord\nsig A { f: set A }\npred p { some ord/first.f }\n",
               "pred t { no A }\nrun t for 2\n");
  EXPECT_EQ(requirements_of(*alone).all.size(), 3u + 3u + 3u + 2u);
  EXPECT_EQ(requirements_of(*with_tests).all.size(), requirements_of(*alone).all.size());
  const auto back = match(requirements_of(*with_tests), requirements_of(*alone));
  for (std::size_t i = 0; i < back.size(); ++i) EXPECT_EQ(back[i], i);
}

TEST(Requirements, BoundsOfFieldsAndParametersCountButNotTheirArrows) {
  const auto file = tests_of("sig A { f: A - this, g: A -> lone A }\npred p[x: A.f] { x in A }\n");
  const Requirements requirements = requirements_of(*file);
  EXPECT_THAT(elements(requirements, ElementKind::Expression), UnorderedElementsAre("A - this", "A.f"));
}

TEST(Requirements, OfEachKindNameWhatTheyRequire) {
  const auto file = tests_of("sig A {}\nfact { all a: A | some a }\n");
  std::vector<std::string> what;
  for (const Requirement& requirement : requirements_of(*file).all) what.push_back(requirement.what);
  EXPECT_THAT(what,
              ElementsAre("size 0", "size 1", "size 2 or more", "true", "false", "no binding",
                          "one binding, body true", "one binding, body false",
                          "several bindings, body true for all", "several bindings, body true and false",
                          "several bindings, body false for all", "true", "false"));
}

// Each requirement against its meaning, counted by hand on all instances of a small model.
TEST(Requirements, UnderBoundVariablesAreMetBySomeBinding) {
  const auto file = tests_of("sig A { f: set A }\npred p[x: A] { some y: x.f | y = x }\nrun {} for 2\n");
  const Requirements requirements = requirements_of(*file);
  const auto command = empty_command(file->model, source_of("scope", "2"));
  ASSERT_TRUE(command);
  auto stage = Stage::make(file->model, *command, {});
  ASSERT_TRUE(stage);
  RequirementMeter meter(requirements, **stage);
  auto stream = instances((*stage)->lowered().problem(), {.symmetry = Symmetry::None});
  ASSERT_TRUE(stream);
  int instances_seen = 0;
  for (const Instance& instance : *stream) {
    ++instances_seen;
    const Valuation v = (*stage)->placer().valuation_of(instance);
    const auto& atoms = v.sigs[model::index(file->model.fields[0].owner)];
    const auto& rows = v.fields[0];
    for (std::size_t r = 0; r < requirements.all.size(); ++r) {
      const Requirement& requirement = requirements.all[r];
      if (requirements.elements[requirement.element].kind != ElementKind::Quantifier) continue;
      bool expected = false;
      for (const AtomId x : atoms) {
        std::size_t bindings = 0, yes = 0;
        for (const Row& row : rows) {
          if (std::get<AtomId>(row[0]) != x) continue;
          ++bindings;
          yes += std::get<AtomId>(row[1]) == x;
        }
        const std::map<std::string, bool> meaning{
            {"no binding", bindings == 0},
            {"one binding, body true", bindings == 1 && yes == 1},
            {"one binding, body false", bindings == 1 && yes == 0},
            {"several bindings, body true for all", bindings >= 2 && yes == bindings},
            {"several bindings, body true and false", bindings >= 2 && yes > 0 && yes < bindings},
            {"several bindings, body false for all", bindings >= 2 && yes == 0}};
        expected = expected || meaning.at(requirement.what);
      }
      EXPECT_EQ(meter.meets(r, instance), expected) << requirement.what;
    }
  }
  EXPECT_EQ(instances_seen, 1 + 2 * 2 + 16);
}

TEST(Requirements, ThatNoInstanceInTheScopeMeetsAreInfeasible) {
  const auto file = tests_of(kFaultyList);
  const Requirements requirements = requirements_of(*file);
  Coverage coverage(requirements);
  const auto command = empty_command(file->model, nullptr);
  ASSERT_TRUE(find_infeasible(file->model, *command, {}, coverage));
  std::vector<std::string> infeasible;
  for (const std::size_t r : coverage.in_state(CoverageState::Infeasible)) {
    const Requirement& requirement = requirements.all[r];
    infeasible.push_back(requirements.elements[requirement.element].text + ": " + requirement.what);
  }
  // There is one list, and its head and what comes after a node are at most one.
  EXPECT_THAT(infeasible, UnorderedElementsAre(
                              "List: size 0", "List: size 2 or more", "head: size 2 or more",
                              "List.head: size 2 or more", "n.link: size 2 or more",
                              "some n: List.head.^link | no n.link: several bindings, body true for all"));
}

// A predicate that equates a sig with something is no test: it is covered, and suites call it.
TEST(Requirements, LookIntoPredicatesThatOnlyEquateASig) {
  const auto file = tests_of(R"(
sig Host { spouse: lone Guest }
sig Guest {}
pred Asks { Guest = Host.spouse }
pred Alone { some g: Guest | no spouse and g in Guest }
pred named { some disj A: Host, B: Guest { Host = A  Guest = B } }
pred fixed { no Host no Guest no spouse }
)");
  const model::Model& model = file->model;
  const auto under_test = under_test_in(model);
  const auto accepted = [&](const std::string& name) {
    const auto found = std::ranges::find(model.functions, name, &model::Function::name);
    return under_test(found->span);
  };
  EXPECT_TRUE(accepted("Asks"));
  EXPECT_TRUE(accepted("Alone"));
  EXPECT_FALSE(accepted("named"));
  EXPECT_FALSE(accepted("fixed"));
}

}  // namespace
}  // namespace fretsaw::modeltest
