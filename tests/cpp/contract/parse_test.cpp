// SPDX-License-Identifier: MIT
// Contracts as text: their locations in a header, their clauses, and errors with
// locations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "alloy/syntax/printer.hpp"
#include "cpp/contract/clause.hpp"
#include "cpp/contract/spec_file.hpp"

namespace fretsaw::contract {
namespace {

SourcePtr source(const std::string& text) { return std::make_shared<const Source>("tree.hpp", text); }

std::vector<std::string> comments_in(const std::string& text) {
  const auto found = find_comments(source(text));
  EXPECT_TRUE(found.ok());
  std::vector<std::string> result;
  for (const Span& comment : found->comments) result.emplace_back(comment.text());
  return result;
}

// All items of all comments, the sources kept alive.
struct Parsed {
  ContractText text;
  std::vector<Item> items;
};

Result<Parsed> parse(const std::string& text) {
  auto found = find_comments(source(text));
  if (!found) return found.error();
  Parsed parsed{*std::move(found), {}};
  for (const Span& comment : parsed.text.comments) {
    auto items = parse_comment(parsed.text, comment);
    if (!items) return items.error();
    parsed.items.insert(parsed.items.end(), items->begin(), items->end());
  }
  return parsed;
}

std::string message(const std::string& text) {
  const auto parsed = parse(text);
  if (!parsed) return render(parsed.error());
  const auto made = behaviors(parsed->items);
  return made ? "no error" : render(made.error());
}

TEST(Comments, AreFoundWhereTheyBeginWithAnAt) {
  EXPECT_THAT(comments_in("int a; /*@ requires x; */ int b; /* @ no */ // @ no\n//@ ensures y;\nint c;"),
              testing::ElementsAre("/*@ requires x; */", "//@ ensures y;"));
}

TEST(Comments, ConsecutiveLinesAreOne) {
  EXPECT_THAT(comments_in("  //@ requires x;\n  //@ ensures y;\n\n  //@ invariant z;\n"),
              testing::ElementsAre("//@ requires x;\n  //@ ensures y;", "//@ invariant z;"));
}

TEST(Comments, AreNotInStrings) {
  EXPECT_THAT(comments_in("auto s = \"/*@ a */\"; auto r = R\"x(//@ b)\" )x\"; char c = '\"'; int n = 1'000; "
                          "//@ requires d;"),
              testing::ElementsAre("//@ requires d;"));
}

TEST(Comments, OfDocumentationGroupsAreIgnored) {
  EXPECT_THAT(comments_in("//@{\nint a;\n//@}\n/*@{*/ int b; /*@}*/"), testing::IsEmpty());
}

TEST(Clauses, AreCxxUpToTheSemicolonOutsideOfBrackets) {
  const auto parsed =
      parse("/*@ requires f(';', \";\", [] { return 1; }()) > 0; ensures \\result == \\old(size); */");
  ASSERT_TRUE(parsed.ok()) << render(parsed.error());
  ASSERT_EQ(parsed->items.size(), 2u);
  EXPECT_EQ(std::get<Clause>(parsed->items[0]).cxx.text(), "f(';', \";\", [] { return 1; }()) > 0");
  EXPECT_EQ(std::get<Clause>(parsed->items[1]).cxx.text(), "\\result == \\old(size)");
}

TEST(Clauses, InBracesAreAlloyWithOtherWords) {
  const auto parsed = parse(
      "//@ ensures {  -- a comment with a } in it\n"
      "//@   this.root`.left = @result and sole after.ns::x  // another }\n"
      "//@   no null & @key` or this.c = 'a'\n"
      "//@ }\n");
  ASSERT_TRUE(parsed.ok()) << render(parsed.error());
  const Clause& clause = std::get<Clause>(parsed->items[0]);
  ASSERT_TRUE(clause.is_relational());
  ASSERT_EQ(clause.relational->children.size(), 2u);
  const auto& equal = clause.relational->child(0)->left();
  EXPECT_EQ(equal->left()->left()->right()->name, "root`");
  EXPECT_EQ(equal->right()->name, "@result");
  const auto& lone = clause.relational->child(0)->right();
  EXPECT_EQ(lone->op, alloy::Op::Lone);
  EXPECT_EQ(lone->child(0)->left()->name, "after");
  EXPECT_EQ(lone->child(0)->right()->name, "ns::x");
  EXPECT_EQ(clause.relational->child(1)->right()->right()->number, 'a');
  // Places are those of the header.
  const Location at =
      equal->right()->span.source->locate(equal->right()->span.begin, equal->right()->span.end);
  EXPECT_EQ(at.line, 2u);
  EXPECT_EQ(at.column, 25u);
}

TEST(Clauses, TheBacktickBindsToAField) {
  const auto parsed = parse("/*@ ensures { this.root.left` = this.root`.left } */");
  ASSERT_TRUE(parsed.ok()) << render(parsed.error());
  const auto& equal = std::get<Clause>(parsed->items[0]).relational->child(0);
  EXPECT_EQ(equal->left()->right()->name, "left`");
  EXPECT_EQ(equal->left()->left()->right()->name, "root");
  EXPECT_EQ(equal->right()->right()->name, "left");
  EXPECT_EQ(equal->right()->left()->right()->name, "root`");
}

TEST(Clauses, SignalsHaveATypeAndMayHaveACondition) {
  const auto parsed =
      parse("/*@ signals std::out_of_range; signals my::verify if size == 0; signals E { no this.root } */");
  ASSERT_TRUE(parsed.ok()) << render(parsed.error());
  ASSERT_EQ(parsed->items.size(), 3u);
  EXPECT_EQ(std::get<Clause>(parsed->items[0]).exception.text(), "std::out_of_range");
  EXPECT_FALSE(std::get<Clause>(parsed->items[0]).is_cxx());
  EXPECT_EQ(std::get<Clause>(parsed->items[1]).exception.text(), "my::verify");
  EXPECT_EQ(std::get<Clause>(parsed->items[1]).cxx.text(), "size == 0");
  EXPECT_EQ(std::get<Clause>(parsed->items[2]).exception.text(), "E");
  EXPECT_TRUE(std::get<Clause>(parsed->items[2]).is_relational());
}

TEST(Clauses, HelpersAreFunctionsOfAlloy) {
  const auto parsed = parse(
      "/*@ pred ordered[n: Node] { n.left.key < n.key }  fun all_keys[n: Node]: set Int { n.*left.key } */");
  ASSERT_TRUE(parsed.ok()) << render(parsed.error());
  EXPECT_EQ(std::get<alloy::Function>(parsed->items[0]).name.text, "ordered");
  EXPECT_FALSE(std::get<alloy::Function>(parsed->items[1]).is_predicate);
}

TEST(Behaviors, WithoutWordsThereIsOne) {
  const auto parsed = parse("/*@ requires a; ensures b; signals E; */");
  const auto made = behaviors(parsed->items);
  ASSERT_TRUE(made.ok());
  ASSERT_EQ(made->size(), 1u);
  EXPECT_EQ(made->front().kind, BehaviorKind::Any);
  EXPECT_EQ(made->front().preconditions.size(), 1u);
  EXPECT_EQ(made->front().postconditions.size(), 1u);
  EXPECT_EQ(made->front().exceptions.size(), 1u);
}

TEST(Behaviors, AreJoinedByAlso) {
  const auto parsed = parse(
      "/*@ normal_behavior requires size > 0; ensures size == \\old(size) - 1; also\n"
      "    exceptional_behavior requires size == 0; signals std::invalid_argument; also requires x; */");
  const auto made = behaviors(parsed->items);
  ASSERT_TRUE(made.ok()) << render(made.error());
  ASSERT_EQ(made->size(), 3u);
  EXPECT_EQ((*made)[0].kind, BehaviorKind::Normal);
  EXPECT_EQ((*made)[1].kind, BehaviorKind::Exceptional);
  EXPECT_EQ((*made)[2].kind, BehaviorKind::Any);
}

TEST(WrongContracts, AreReportedWithLocations) {
  EXPECT_EQ(message("int a;\n  /*@ requires x;"),
            "tree.hpp:2:3: error: unterminated contract\n      /*@ requires x;\n      ^~~\n"
            "help: close the comment with '*/'\n");
  EXPECT_THAT(message("//@ require x;"),
              testing::HasSubstr("tree.hpp:1:5: error: unknown clause 'require'; did you mean 'requires'?"));
  EXPECT_THAT(message("//@ requires x; }"),
              testing::HasSubstr("tree.hpp:1:17: error: expected a clause of a contract, found '}'"));
  EXPECT_THAT(message("//@ requires x"),
              testing::HasSubstr("tree.hpp:1:5: error: unterminated 'requires' clause"));
  EXPECT_THAT(message("//@ requires ;"), testing::HasSubstr("tree.hpp:1:5: error: empty 'requires' clause"));
  EXPECT_THAT(message("//@ requires (a;"),
              testing::HasSubstr("tree.hpp:1:5: error: unterminated 'requires' clause"));
  EXPECT_THAT(message("/*@ requires { a = { b } */"),
              testing::HasSubstr("tree.hpp:1:14: error: unterminated '{': the contract ends before its '}'"));
  EXPECT_THAT(message("//@ signals;"),
              testing::HasSubstr("tree.hpp:1:5: error: 'signals' requires the type of an exception"));
  EXPECT_THAT(message("//@ signals std::out_of_range"),
              testing::HasSubstr("tree.hpp:1:5: error: unterminated 'signals' clause"));
  EXPECT_THAT(message("//@ signals if x;"),
              testing::HasSubstr("tree.hpp:1:5: error: 'signals' requires the type of an exception"));
  EXPECT_THAT(message("//@ pred p[x: A]"),
              testing::HasSubstr("tree.hpp:1:5: error: expected a body in braces after 'pred'"));
  EXPECT_THAT(message("//@ ensures { all n: Node | }"),
              testing::HasSubstr("tree.hpp:1:29: error: expected an expression, found '}'"));
  EXPECT_THAT(message("//@ ensures { (a + b)` = c }"),
              testing::HasSubstr("tree.hpp:1:22: error: '`' must directly follow the name of a field"));
  EXPECT_THAT(message("//@ ensures { this.c = 'abc }"),
              testing::HasSubstr("tree.hpp:1:24: error: unterminated character literal"));
  EXPECT_THAT(message("//@ ensures { this.c = '\\q' }"),
              testing::HasSubstr("tree.hpp:1:24: error: unknown escape \\q in a character literal"));
  EXPECT_THAT(message("//@ ensures { a == b }"), testing::HasSubstr("write = for equality"));
}

TEST(WrongBehaviors, AreReportedWithLocations) {
  EXPECT_THAT(message("//@ also requires x;"),
              testing::HasSubstr("tree.hpp:1:5: error: no behavior before 'also'"));
  EXPECT_THAT(message("//@ requires x; also"),
              testing::HasSubstr("tree.hpp:1:17: error: no behavior after 'also'"));
  EXPECT_THAT(message("//@ requires x; normal_behavior ensures y;"),
              testing::HasSubstr("tree.hpp:1:17: error: missing 'also' between two behaviors"));
  EXPECT_THAT(message("//@ normal_behavior signals E;"),
              testing::HasSubstr("tree.hpp:1:21: error: 'signals' is not allowed in normal_behavior"));
  EXPECT_THAT(message("//@ exceptional_behavior signals E; ensures x;"),
              testing::HasSubstr("tree.hpp:1:37: error: 'ensures' is not allowed in exceptional_behavior"));
  EXPECT_THAT(message("//@ exceptional_behavior requires x;"),
              testing::HasSubstr("tree.hpp:1:5: error: exceptional_behavior without 'signals'"));
}

Result<SpecFile> spec(const std::string& text, ContractText& keep) {
  keep = whole(std::make_shared<const Source>("tree.spec", text));
  return parse_spec(keep);
}

TEST(SpecFiles, HoldClausesBelowDeclarations) {
  ContractText text;
  const auto file = spec(
      "namespace ns { class SearchTree {\n  invariant { some this.root }\n  invariant size >= 0;\n"
      "  method bool remove(int key, const std::map<int, int>& m) { requires key > 0; ensures { @result = "
      "true } }\n"
      "  bool operator()(int) const { ensures x; }\n};}\n"
      "int twice(int n) { ensures \\result == 2 * n; }\npred p { }\n",
      text);
  ASSERT_TRUE(file.ok()) << render(file.error());
  ASSERT_EQ(file->entries.size(), 4u);
  EXPECT_EQ(file->entries[0].scope, "ns::SearchTree");
  EXPECT_EQ(file->entries[0].invariants.size(), 2u);
  EXPECT_EQ(file->entries[1].name, "remove");
  ASSERT_EQ(file->entries[1].parameters.size(), 2u);
  EXPECT_EQ(file->entries[1].parameters[0].name, "key");
  EXPECT_EQ(file->entries[1].parameters[1].name, "m");
  EXPECT_EQ(file->entries[1].parameters[1].type, "const std::map<int, int>&");
  EXPECT_EQ(file->entries[1].items.size(), 2u);
  EXPECT_EQ(file->entries[2].name, "operator()");
  EXPECT_EQ(file->entries[2].parameters[0].name, "");
  EXPECT_EQ(file->entries[3].name, "twice");
  EXPECT_EQ(file->entries[3].scope, "");
  EXPECT_EQ(file->helpers.size(), 1u);
}

TEST(SpecFiles, WithErrorsAreReportedWithLocations) {
  const auto said = [](const std::string& text) {
    ContractText keep;
    const auto file = spec(text, keep);
    return file ? std::string("no error") : render(file.error());
  };
  EXPECT_THAT(said("class A { invariant { x }"),
              testing::HasSubstr("tree.spec:1:9: error: unterminated '{'"));
  EXPECT_THAT(said("class A;"),
              testing::HasSubstr("tree.spec:1:1: error: expected a body in braces after 'class'"));
  EXPECT_THAT(said("}"), testing::HasSubstr("tree.spec:1:1: error: unexpected '}'"));
  EXPECT_THAT(said("invariant { x }"),
              testing::HasSubstr("tree.spec:1:1: error: 'invariant' outside of a class"));
  EXPECT_THAT(said("class A { requires x; }"),
              testing::HasSubstr(
                  "tree.spec:1:11: error: expected a clause, or a declaration with clauses in braces"));
  EXPECT_THAT(said("bool f { requires x; }"),
              testing::HasSubstr("tree.spec:1:1: error: expected parameters in parentheses"));
  EXPECT_THAT(
      said("bool f() { invariant x; }"),
      testing::HasSubstr("tree.spec:1:12: error: 'invariant' is not allowed in the contract of a function"));
  EXPECT_THAT(said("bool f() { ensure x; }"),
              testing::HasSubstr("tree.spec:1:12: error: unknown clause 'ensure'; did you mean 'ensures'?"));
}

}  // namespace
}  // namespace fretsaw::contract
