// SPDX-License-Identifier: MIT
// Alloy 6's temporal language: what is `var`, which commands are about traces, how many steps they have.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/model/load_text.hpp"

namespace fretsaw::model {
namespace {

std::string warnings_of(const std::string& text) {
  const Model model = load_text(text);
  std::string out;
  for (const Diagnostic& warning : model.warnings) {
    out += std::to_string(warning.location->line) + ":" + std::to_string(warning.location->column) + " " +
           warning.message + "\n";
  }
  return out;
}

std::string command_error(const std::string& text) {
  const Model model = load_text(text);
  const auto& error = model.commands.at(0).error;
  if (!error) return "fine";
  return std::to_string(error->location->line) + ":" + std::to_string(error->location->column) + " " +
         error->message;
}

TEST(Temporal, SigsAndFieldsMayChange) {
  const Model model = load_text("var sig A { f: A, var g: A }\nsig B {}\nrun {}");
  EXPECT_TRUE(sig_named(model, "A").is_variable);
  EXPECT_FALSE(sig_named(model, "B").is_variable);
  EXPECT_FALSE(model.fields.at(0).is_variable);
  EXPECT_TRUE(model.fields.at(1).is_variable);
}

TEST(Temporal, OperatorsHaveAlloysPrecedence) {
  EXPECT_EQ(goal("var sig A { var f: A }", "always some A until some f"),
            "(until (always (some A)) (some A.f))");
  EXPECT_EQ(goal("var sig A { var f: A }", "some A and some f until no A"),
            "(and (some A) (until (some A.f) (no A)))");
  EXPECT_EQ(goal("var sig A { var f: A }", "A.f' = A"), "(= (. A (' A.f)) A)");
  EXPECT_EQ(goal("var sig A { var f: A }", "some A ; no A ; some f"),
            "(and (some A) (after (and (no A) (after (some A.f)))))");
  EXPECT_EQ(goal("var sig A {}", "not before once historically some A"),
            "(not (before (once (historically (some A)))))");
}

TEST(Temporal, CommandsAreAboutTracesIfAnythingSpeaksOfTime) {
  const auto temporal = [](const std::string& text) { return load_text(text).commands.at(0).is_temporal; };
  EXPECT_FALSE(temporal("sig A {}\nrun { some A }"));
  EXPECT_TRUE(temporal("var sig A {}\nrun {}"));
  EXPECT_TRUE(temporal("sig A { var f: A }\nrun {}"));
  EXPECT_TRUE(temporal("sig A {}\nrun { always some A }"));
  EXPECT_TRUE(temporal("sig A {}\nfact { after some A }\nrun {}"));
  EXPECT_TRUE(temporal("sig A {}\npred p { q }\npred q { some A' }\nrun { p }"));
  const Model two = load_text("sig A {}\npred p { some A' }\nrun { some A }\nrun { p }");
  EXPECT_FALSE(two.commands.at(0).is_temporal);
  EXPECT_TRUE(two.commands.at(1).is_temporal);
}

TEST(Temporal, StepsAreBounded) {
  const auto steps = [](const std::string& scope) {
    const Scopes scopes = load_text("var sig A {}\nrun {} for 2" + scope).commands.at(0).scopes;
    return std::to_string(scopes.min_steps) + ".." +
           (scopes.max_steps ? std::to_string(*scopes.max_steps) : "");
  };
  EXPECT_EQ(steps(""), "1..10");
  EXPECT_EQ(steps(" but 5 steps"), "1..5");
  EXPECT_EQ(steps(" but exactly 5 steps"), "5..5");
  EXPECT_EQ(steps(" but 2..5 steps"), "2..5");
  EXPECT_EQ(steps(" but 1.. steps"), "1..");
}

TEST(Temporal, StepsThatCannotBeAreRefused) {
  EXPECT_EQ(command_error("sig A {}\nrun {} for 2 but 3 steps"),
            "2:1 a scope on 'steps' requires a temporal command: nothing here is 'var'");
  EXPECT_THAT(error_of("var sig A {}\nrun {} for 2 but 0 steps"), testing::StartsWith("2:18 syntax:"));
  EXPECT_THAT(error_of("var sig A {}\nrun {} for 2 but 2.. steps"), testing::StartsWith("2:18 syntax:"));
  EXPECT_THAT(error_of("var sig A {}\nrun {} for 2 but 1..9:2 steps"), testing::StartsWith("2:18 syntax:"));
  EXPECT_THAT(error_of("var sig A {}\nrun {} for 2 but 3 steps, 4 steps"),
              testing::StartsWith("2:18 syntax:"));
}

TEST(Temporal, ScopesOfWhatChangesAreAsInAlloy) {
  EXPECT_EQ(command_error("var sig A {}\nrun {} for exactly 2 A"),
            "2:1 sig 'A' is 'var', so its scope cannot be exact");
  EXPECT_EQ(command_error("sig A {}\nvar sig B extends A {}\nrun {} for 2 but 1 B"),
            "3:1 sig 'B' is 'var' and extends another, so it cannot have a scope");
  EXPECT_EQ(command_error("var one sig A {}\nrun {} for 0 but 0 A"),
            "2:1 sig 'A' is 'one', so its scope cannot be 0");
  // It may be another atom later.
  const Model model = load_text("var one sig A {}\nrun {} for 3");
  EXPECT_EQ(model.commands.at(0).scopes.of(sig_named(model, "A").id).size, 3);
}

TEST(Temporal, MixturesOfWhatChangesAndWhatDoesNotAreWarnedOf) {
  EXPECT_EQ(warnings_of("var sig A {}\nsig B in A {}\nrun {}"),
            "2:7 sig 'B' is not 'var', but its parent 'A' is\n");
  EXPECT_EQ(warnings_of("sig A {}\nvar sig B extends A {}\nrun {}"),
            "2:11 sig 'B' is 'var', but its parent 'A' is not\n");
  EXPECT_EQ(warnings_of("sig A {}\nvar sig B in A {}\nrun {}"), "");
  EXPECT_EQ(warnings_of("var sig A { f: Int }\nrun {}"), "1:13 field 'f' is not 'var', but its sig 'A' is\n");
  EXPECT_EQ(warnings_of("var sig A {}\nsig B { f: A }\nrun {}"),
            "2:9 field 'f' is not 'var', but its bound mentions the 'var' sig 'A'\n");
}

TEST(Temporal, OrderedSigsCannotChange) {
  EXPECT_EQ(
      error_of("open util/ordering[A]\nvar sig A {}\nrun {}"),
      "1:1 syntax: module 'util/ordering' requires the same atoms of its parameter in all states, but sig 'A' is 'var'");
}

TEST(Temporal, PrimedNamesAreThoseOfOlderModels) {
  const Model model = load_text("sig A {}\npred p[a, a': A] { a != a' }\nrun p");
  EXPECT_FALSE(model.commands.at(0).is_temporal);
}

}  // namespace
}  // namespace fretsaw::model
