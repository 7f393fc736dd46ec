// SPDX-License-Identifier: MIT
#include "cpp/contract/predicate_choice.hpp"

#include <gtest/gtest.h>

#include "cpp/code/glue.hpp"
#include "cpp/code/scratch_directory.hpp"
#include "cpp/contract/subjects.hpp"

namespace fretsaw::contract {
namespace {

class PredicateChoice : public ::testing::Test {
 protected:
  struct Chosen {
    code::Classes classes;
    PredicateInfo predicate;
  };

  Result<Chosen> read(const std::string& text, const std::string& class_name, const std::string& wanted) {
    const std::string path = *folder_->write("header" + std::to_string(counter_++) + ".hpp", text);
    auto reflection = code::Reflection::of_class({path, {}, {"-std=c++20"}}, class_name);
    if (!reflection) return reflection.error();
    auto classes = bind_predicate(*reflection, wanted);
    if (!classes) return classes.error();
    auto predicate = bound_predicate(*classes, wanted);
    if (!predicate) return predicate.error();
    return Chosen{*classes, *predicate};
  }

  static std::string name_of(const Chosen& chosen) {
    return chosen.classes.callables[static_cast<std::size_t>(chosen.predicate.callable)].name;
  }

  Result<code::ScratchDirectory> folder_ = code::ScratchDirectory::create();
  int counter_ = 0;
};

TEST_F(PredicateChoice, ListsTheExistingPredicates) {
  const std::string path = *folder_->write(
      "none.hpp", "struct A { bool fine() const { return true; } int other(); }; bool good(const A&);");
  const auto classes = code::reflect({path, {}, {"-std=c++20"}}, "A");
  ASSERT_TRUE(classes) << render(classes.error());
  const auto none = read_class_subject(path, *classes);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "no predicate 'rep_ok' or 'repOk' for 'A'");
  EXPECT_EQ(none.error().notes.at(0).message, "the predicates that return bool are fine, good");
  EXPECT_EQ(none.error().hint, "select a predicate with --predicate");
  const auto unknown = read("struct A { bool rep_ok() const { return true; } };", "A", "valid");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "no predicate 'valid' for 'A'");
  EXPECT_EQ(unknown.error().notes.at(0).message, "the predicates that return bool are rep_ok");
  EXPECT_EQ(unknown.error().hint, "select a predicate with --predicate");
  const auto similar = read("struct A { bool rep_ok() const { return true; } };", "A", "repok");
  ASSERT_FALSE(similar);
  EXPECT_EQ(similar.error().message, "no predicate 'repok' for 'A'; did you mean 'rep_ok'?");
}

TEST_F(PredicateChoice, MayBeNamedWithItsClass) {
  const auto chosen = read("namespace n { struct A { bool fine() const; }; }", "n::A", "A::fine");
  ASSERT_TRUE(chosen) << render(chosen.error());
  EXPECT_EQ(name_of(*chosen), "fine");
  EXPECT_FALSE(read("struct A { bool fine() const; }; struct B { bool fine() const; };", "A", "B::fine"));
}

TEST_F(PredicateChoice, DefaultsToRepOk) {
  const auto default_of = [&](const std::string& text, const std::string& class_name) -> std::string {
    const std::string path = *folder_->write("default" + std::to_string(counter_++) + ".hpp", text);
    const auto classes = code::reflect({path, {}, {"-std=c++20"}}, class_name);
    if (!classes) return render(classes.error());
    const auto found = default_predicate(*classes, classes->root);
    return found ? code::written_type(classes->callables[static_cast<std::size_t>(*found)].result) + " " +
                       classes->callables[static_cast<std::size_t>(*found)].name
                 : "none";
  };
  EXPECT_EQ(default_of("struct A { bool repOk() const; };", "A"), "bool repOk");
  EXPECT_EQ(default_of("struct A { bool repOk() const; int rep_ok(); };", "A"), "int rep_ok");
  EXPECT_EQ(default_of("struct A {}; bool rep_ok(const A* a);", "A"), "bool rep_ok");
  EXPECT_EQ(default_of("struct A { static bool rep_ok(const A& a); };", "A"), "bool rep_ok");
  EXPECT_EQ(default_of("struct A {}; struct B {}; bool rep_ok(const B& b);", "A"), "none");
  EXPECT_EQ(default_of("struct A { bool rep_ok(int limit) const; void repOk(); };", "A"), "none");
}

TEST_F(PredicateChoice, RejectsUnsupportedParameters) {
  const auto text = read("#include <string>\nstruct A { bool has(std::string name) const; };", "A", "has");
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.find("is not supported as a parameter of a predicate ('name' of 'has')"),
            std::string::npos);
}

TEST_F(PredicateChoice, TheObjectAloneIsTheRootAndMoreIsAFrame) {
  const std::string text =
      "struct A { int a; bool rep_ok() const; bool has(const A& other, int by) const; static bool of(A*); };"
      "bool good(const A&); bool both(A*, A&);";
  for (const std::string alone : {"rep_ok", "good"}) {
    const auto chosen = read(text, "A", alone);
    ASSERT_TRUE(chosen) << render(chosen.error());
    EXPECT_FALSE(takes_arguments(chosen->predicate, chosen->classes)) << alone;
  }
  for (const std::string more : {"has", "of", "both"}) {
    const auto chosen = read(text, "A", more);
    ASSERT_TRUE(chosen) << render(chosen.error());
    EXPECT_TRUE(takes_arguments(chosen->predicate, chosen->classes)) << more;
  }
}

TEST_F(PredicateChoice, WhatAClassDeclaresHidesWhatItInherits) {
  const auto chosen =
      read("struct B { bool rep_ok() const; }; struct D : B { bool rep_ok() const; };", "D", "rep_ok");
  ASSERT_TRUE(chosen) << render(chosen.error());
  EXPECT_EQ(chosen->classes.callables[static_cast<std::size_t>(chosen->predicate.callable)].scope, "D");
}

}  // namespace
}  // namespace fretsaw::contract
