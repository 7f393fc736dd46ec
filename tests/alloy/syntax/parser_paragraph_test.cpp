// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "alloy/syntax/support.hpp"

namespace fretsaw::alloy {
namespace {

std::string texts(const std::vector<Name>& names) {
  std::string result;
  for (const Name& name : names) result += (result.empty() ? "" : " ") + name.text;
  return result;
}

template <class T>
T only(const std::string& text) {
  const Module module = module_of(text);
  EXPECT_EQ(module.paragraphs.size(), 1U) << text;
  if (module.paragraphs.empty() || !std::holds_alternative<T>(module.paragraphs[0])) {
    ADD_FAILURE() << "not the expected paragraph: " << text;
    return T{};
  }
  return std::get<T>(module.paragraphs[0]);
}

TEST(Header, HasParametersThatMayBeExact) {
  const Module module = module_of("module a/b[X, exactly Y]\n");
  ASSERT_TRUE(module.header);
  EXPECT_EQ(module.header->name.text, "a/b");
  ASSERT_EQ(module.header->parameters.size(), 2U);
  EXPECT_FALSE(module.header->parameters[0].exactly);
  EXPECT_TRUE(module.header->parameters[1].exactly);
  EXPECT_EQ(module.header->parameters[1].name.text, "Y");
}

TEST(Opens, TakeSigsAndAnAlias) {
  const Module module =
      module_of("open util/ordering[A] as ord private open m[seq/Int, univ, this/B] open n[] open o");
  ASSERT_EQ(module.opens.size(), 4U);
  EXPECT_EQ(module.opens[0].path.text, "util/ordering");
  EXPECT_EQ(texts(module.opens[0].arguments), "A");
  EXPECT_EQ(module.opens[0].alias->text, "ord");
  EXPECT_TRUE(module.opens[1].private_open);
  EXPECT_EQ(texts(module.opens[1].arguments), "seq/Int univ this/B");
  EXPECT_TRUE(module.opens[2].has_brackets);
  EXPECT_FALSE(module.opens[3].has_brackets);
  EXPECT_EQ(module.opens[0].span.text(), "open util/ordering[A] as ord");
}

TEST(Sigs, TakeQualifiersInAnyOrder) {
  const Sig sig = only<Sig>("one private abstract var sig A, B extends C {}");
  EXPECT_TRUE(sig.one && sig.private_sig && sig.abstract_sig && sig.var);
  EXPECT_FALSE(sig.lone || sig.some);
  EXPECT_EQ(texts(sig.names), "A B");
  EXPECT_EQ(sig.relation, SigParent::Extends);
  EXPECT_EQ(texts(sig.parents), "C");
  EXPECT_FALSE(sig.fact);
}

TEST(Sigs, MayBeSubsetsOfUnions) {
  EXPECT_EQ(texts(only<Sig>("sig A in B + m/C {}").parents), "B m/C");
  EXPECT_EQ(only<Sig>("sig A in B {}").relation, SigParent::In);
  EXPECT_EQ(only<Sig>("sig A = B + C {}").relation, SigParent::Equal);
}

TEST(Sigs, HaveFieldsAndAFact) {
  const Sig sig = only<Sig>(
      "sig A { f: B, var private disj g, h: disj set B -> lone C, , i = f, s: seq B, j: some B, k: lone B, } "
      "{ some f }");
  ASSERT_EQ(sig.fields.size(), 6U);
  EXPECT_EQ(sig.fields[0].mult, Mult::Default);
  EXPECT_EQ(texts(sig.fields[1].names), "g h");
  EXPECT_TRUE(sig.fields[1].var && sig.fields[1].private_field && sig.fields[1].disjoint &&
              sig.fields[1].disjoint_bound);
  EXPECT_EQ(sig.fields[1].mult, Mult::Set);
  EXPECT_EQ(outline(*sig.fields[1].bound), "(->lone B C)");
  EXPECT_EQ(sig.fields[2].mult, Mult::Exactly);
  EXPECT_EQ(outline(*sig.fields[3].bound), "(seq B)");
  EXPECT_EQ(sig.fields[4].mult, Mult::Some);
  EXPECT_EQ(sig.fields[5].mult, Mult::Lone);
  EXPECT_EQ(outline(*sig.fact), "({} (some f))");
}

TEST(Enums, HaveValues) {
  const Enum each = only<Enum>("private enum E { X, Y }");
  EXPECT_EQ(each.name.text, "E");
  EXPECT_EQ(texts(each.values), "X Y");
  EXPECT_TRUE(each.private_enum);
}

TEST(FactsAndAssertions, MayHaveNoNameOrAString) {
  EXPECT_EQ(only<Fact>("fact { p }").name.text, "");
  EXPECT_EQ(only<Fact>("fact f { p }").name.text, "f");
  EXPECT_EQ(only<Fact>("fact \"two words\" { p }").name.text, "two words");
  EXPECT_TRUE(only<Assert>("assert \"a b\" { p }").quoted_name);
  EXPECT_EQ(outline(*only<Assert>("assert a { p q }").body), "({} p q)");
}

TEST(Functions, TakeParametersInEitherBracketAndReceivers) {
  const Function p = only<Function>("pred A.p(x: B, disj y, z: set C) { q }");
  EXPECT_TRUE(p.is_predicate);
  EXPECT_EQ(p.receiver->text, "A");
  EXPECT_EQ(p.name.text, "p");
  ASSERT_EQ(p.parameters.size(), 2U);
  EXPECT_EQ(p.parameters[1].mult, Mult::Set);
  const Function f = only<Function>("private fun f[x: B]: lone A -> B { x.g }");
  EXPECT_FALSE(f.is_predicate);
  EXPECT_TRUE(f.private_function);
  EXPECT_EQ(f.result_mult, Mult::Lone);
  EXPECT_EQ(outline(*f.result), "(-> A B)");
  EXPECT_EQ(outline(*f.body), "({} (. x g))");
  EXPECT_FALSE(only<Function>("pred p { q }").has_parameter_list);
  EXPECT_TRUE(only<Function>("pred p[] { q }").has_parameter_list);
  EXPECT_EQ(only<Function>("fun Int.inc: Int { this }").receiver->text, "Int");
}

TEST(Macros, AreExpressionsOrBlocks) {
  EXPECT_EQ(outline(*only<Macro>("let twice[r] = r.r").body), "(. r r)");
  EXPECT_EQ(texts(only<Macro>("let both(p, q) { p and q }").parameters), "p q");
  EXPECT_FALSE(only<Macro>("private let m = a").has_parameter_list);
}

TEST(Commands, HaveLabelsTargetsAndBlocks) {
  const Command block = only<Command>("run { p }");
  EXPECT_FALSE(block.label || block.target || block.is_check);
  const Command target = only<Command>("check a");
  EXPECT_TRUE(target.is_check);
  EXPECT_EQ(target.target->text, "a");
  EXPECT_EQ(only<Command>("run l { p }").label->text, "l");
  const Command both = only<Command>("run l m/p");
  EXPECT_EQ(both.label->text, "l");
  EXPECT_EQ(both.target->text, "m/p");
}

TEST(Commands, MayHaveTheLabelInFront) {
  const Command named = only<Command>("l: run p for 3");
  EXPECT_EQ(named.label->text, "l");
  EXPECT_EQ(named.target->text, "p");
  EXPECT_EQ(named.pos.begin, 0U);
  const Module module = module_of("run p for 3\nl: check { q }\nm: run r");
  ASSERT_EQ(module.paragraphs.size(), 3U);
  EXPECT_EQ(std::get<Command>(module.paragraphs[2]).label->text, "m");
}

TEST(Commands, HaveScopes) {
  const Command c = only<Command>(
      "run p for 3 but exactly 2 A, 4 int, 5 seq, exactly 1 String, 2..6:2 m/B, 1.. steps expect 0");
  EXPECT_EQ(c.overall, 3);
  EXPECT_EQ(c.expect, 0);
  ASSERT_EQ(c.scopes.size(), 6U);
  EXPECT_TRUE(c.scopes[0].exactly);
  EXPECT_EQ(c.scopes[0].sig.text, "A");
  EXPECT_EQ(c.scopes[1].target, ScopeTarget::Int);
  EXPECT_EQ(c.scopes[2].target, ScopeTarget::Seq);
  EXPECT_EQ(c.scopes[3].target, ScopeTarget::String);
  EXPECT_EQ(c.scopes[4].to, 6);
  EXPECT_EQ(c.scopes[4].increment, 2);
  EXPECT_EQ(c.scopes[5].target, ScopeTarget::Steps);
  EXPECT_TRUE(c.scopes[5].unbounded);
  EXPECT_EQ(c.scopes[0].span.text(), "exactly 2 A");
}

TEST(Commands, MayGiveOnlyScopesOfSigs) {
  const Command c = only<Command>("run { } for 2 A, 3 Int");
  EXPECT_FALSE(c.overall);
  EXPECT_EQ(c.scopes.size(), 2U);
  EXPECT_EQ(c.scopes[1].target, ScopeTarget::Int);
}

TEST(Commands, MayFollowOneAnother) {
  const Module module = module_of("run p for 3 => check a => run { q }\nrun r");
  ASSERT_EQ(module.paragraphs.size(), 4U);
  EXPECT_FALSE(std::get<Command>(module.paragraphs[0]).follows);
  EXPECT_TRUE(std::get<Command>(module.paragraphs[2]).follows);
  EXPECT_FALSE(std::get<Command>(module.paragraphs[3]).follows);
}

TEST(Scopes, AreReadOnTheirOwn) {
  const Result<Command> scopes =
      parse_scopes(std::make_shared<const Source>("--scope", "3 but 1 List, 4 int"));
  ASSERT_TRUE(scopes);
  EXPECT_EQ(scopes->overall, 3);
  EXPECT_EQ(scopes->scopes.size(), 2U);
  EXPECT_FALSE(parse_scopes(std::make_shared<const Source>("--scope", "3 but")));
}

TEST(Spans, OfParagraphsCoverThem) {
  const std::string text = "  pred p[x: A] { some x }  ";
  EXPECT_EQ(only<Function>(text).span.text(), "pred p[x: A] { some x }");
  EXPECT_EQ(only<Sig>("/* c */ one sig A { } { p } // d").span.text(), "one sig A { } { p }");
}

}  // namespace
}  // namespace fretsaw::alloy
