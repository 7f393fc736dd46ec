// SPDX-License-Identifier: MIT
// Names like s', which Alloy had until version 5.
#include <gtest/gtest.h>

#include "alloy/syntax/parser.hpp"
#include "alloy/syntax/printer.hpp"
#include "support.hpp"

namespace fretsaw::alloy {
namespace {

Module parsed(const std::string& text) {
  auto module = parse_module(std::make_shared<const Source>("old.als", text));
  if (!module) {
    ADD_FAILURE() << text << ": " << module.error().message;
    return {};
  }
  return std::move(module).value();
}

TEST(PrimedNames, MakeATextOneOfAnOlderAlloyWhereverTheyAreDeclared) {
  for (const std::string text : {"run { all s, s': S | s' = s }",
                                 "run { some s', s: S | p }",
                                 "run { all disj e, e': S | p }",
                                 "run { some { x': S | p } }",
                                 "run { some { x, x': S | p } }",
                                 "run { let s' = S | some s' }",
                                 "run { let a = S, s' = S | some s' }",
                                 "pred p[s, s': S] {}",
                                 "pred p' {}",
                                 "fun f': set S { S }",
                                 "pred S.p' {}",
                                 "sig S' {}",
                                 "sig S { f': S }",
                                 "sig S { f: S, g': S }",
                                 "enum E { a, b' }",
                                 "let m' = S",
                                 "let m[x'] { x' }",
                                 "fact f' {}",
                                 "assert a' {}",
                                 "run { all x: S, y', z: T | p }",
                                 "run { sum x'': S | 1 }",
                                 "run { all s\u2019: S | p }"}) {
    const Module module = parsed(text);
    ASSERT_TRUE(module.primed) << text;
    EXPECT_NE(module.primed->text().find_first_of("'\u2019"), std::string_view::npos) << text;
    const Result<Module> again = parse_module(std::make_shared<const Source>("printed.als", print(module)));
    ASSERT_TRUE(again) << print(module);
    EXPECT_TRUE(same_tree(module, *again)) << print(module);
  }
}

TEST(PrimedNames, AreNotSeenWherePrimesAreOperators) {
  for (const std::string text :
       {"run { all x: a', y: b | p }", "run { f[a', b] }", "run { a' = b }", "run { some a' }",
        "run { a'.b' in c'' }", "sig A { f: g', h: B }", "run { let x = a', y = b' | p }",
        "run { some x: A' | p }", "run { no a', }"}) {
    auto module = parse_module(std::make_shared<const Source>("new.als", text));
    if (module) EXPECT_FALSE(module->primed) << text;
  }
  EXPECT_FALSE(parsed("run { all x: a', y: b | some x' }").primed);
}

TEST(PrimedNames, ComeWithAllThatWasNoKeywordThen) {
  const Module module =
      parsed("sig S { before, after, until, var, steps: S }\npred p[s, s': S] { s.before = s'.after }");
  EXPECT_TRUE(module.primed);
  EXPECT_EQ(module.primed->text(), "s'");
}

TEST(PrimedNames, StandInExpressionsAndScopesOfSuchTexts) {
  const auto source = std::make_shared<const Source>("text", "s'.next'");
  const auto old = parse_expression(source, Primes::InNames);
  ASSERT_TRUE(old);
  EXPECT_EQ((*old)->op, Op::Join);
  EXPECT_EQ((*old)->left()->name, "s'");
  EXPECT_EQ((*parse_expression(source))->left()->op, Op::Prime);
  const auto scopes = parse_scopes(std::make_shared<const Source>("text", "3 S'"), Primes::InNames);
  ASSERT_TRUE(scopes);
  EXPECT_EQ(scopes->scopes[0].sig.text, "S'");
}

TEST(PrimedNames, LeaveOtherErrorsWhereTheyAre) {
  const auto module = parse_module(std::make_shared<const Source>("old.als", "sig S' {}\nrun { some }"));
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().location->line, 2);
}

TEST(Words, ThatAlloyNoLongerReservesAreNames) {
  const Module module = parsed(
      "sig part, partition, exh, exhaustive, disjoint {}\nrun { some part + partition + exh + exhaustive + "
      "disjoint }");
  EXPECT_EQ(std::get<Sig>(module.paragraphs[0]).names.size(), 5U);
  EXPECT_FALSE(module.primed);
}

TEST(Opens, MayLeadUpTheDirectories) {
  const Module module = parsed("open ../a/b\nopen ../../c[X] as d");
  EXPECT_EQ(module.opens[0].path.text, "../a/b");
  EXPECT_EQ(module.opens[0].path.span.text(), "../a/b");
  EXPECT_EQ(module.opens[1].path.text, "../../c");
}

}  // namespace
}  // namespace fretsaw::alloy
