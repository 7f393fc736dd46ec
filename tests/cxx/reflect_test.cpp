// SPDX-License-Identifier: MIT
#include "cxx/reflect.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cxx/glue.hpp"

namespace fretsaw::cxx {
namespace {

class Reflection : public ::testing::Test {
 protected:
  std::string header(const std::string& text) {
    const auto path =
        std::filesystem::temp_directory_path() / ("fretsaw_reflect_" + std::to_string(counter_++) + ".hpp");
    std::ofstream(path) << text;
    return path.string();
  }

  Result<ClassModel> read(const std::string& text, const std::string& class_name,
                          std::optional<std::string> predicate = {},
                          std::vector<std::string> flags = {"-std=c++20"}) {
    return reflect({.header = header(text),
                    .class_name = class_name,
                    .predicate = std::move(predicate),
                    .flags = std::move(flags)});
  }

  static const ClassInfo& find(const ClassModel& model, const std::string& name) {
    const auto found = std::find_if(model.classes.begin(), model.classes.end(),
                                    [&](const ClassInfo& c) { return c.name == name; });
    EXPECT_NE(found, model.classes.end()) << name;
    return *found;
  }

  static inline int counter_ = 0;
};

TEST_F(Reflection, SeesPrivateFieldsNestedClassesAndBases) {
  const auto model = read(R"(
    struct Base { int id; virtual ~Base() {} };
    class List : Base { struct Node { Node* next; short value; }; Node* head_; bool rep_ok() const { return true; } };
  )",
                          "List");
  ASSERT_TRUE(model) << render(model.error());
  const ClassInfo& list = find(*model, "List");
  ASSERT_EQ(list.fields.size(), 2U);
  EXPECT_EQ(list.fields[0].name, "id");
  EXPECT_EQ(list.fields[0].owner, "Base");
  EXPECT_EQ(list.fields[1].name, "head_");
  EXPECT_EQ(list.fields[1].offset, 16);
  EXPECT_EQ(find(*model, "List::Node").fields[1].offset, 8);
  EXPECT_FALSE(model->predicate.is_accessible);
}

TEST_F(Reflection, FindsDerivedClassesThatNothingMentions) {
  const auto model = read(
      "struct S { virtual ~S() {} }; struct D : S { int d; }; struct E : D {}; struct H { S* s; bool "
      "rep_ok() { return s; } };",
      "H");
  ASSERT_TRUE(model) << render(model.error());
  EXPECT_EQ(find(*model, "E").bases.size(), 2U);
}

TEST_F(Reflection, InstantiatesWhatFieldsReferTo) {
  const auto model = read(
      "template <class T> struct N { T v; N* n; }; template <class T> struct L { N<T>* head; bool rep_ok() "
      "const { return true; } };",
      "L<int>");
  ASSERT_TRUE(model) << render(model.error());
  EXPECT_EQ(find(*model, "N<int>").fields.size(), 2U);
}

TEST_F(Reflection, SaysWhyAHeaderDoesNotCompile) {
  const auto missing =
      reflect({.header = "/nonexistent/tree.hpp", .class_name = "T", .predicate = {}, .flags = {}});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "no such file");
  const auto broken = read("struct T {\n  int x\n  int y;\n};", "T");
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("does not compile: expected"), std::string::npos)
      << broken.error().message;
  EXPECT_EQ(broken.error().location->line, 2U);
  EXPECT_EQ(broken.error().hint.find("the command was: g++"), 0U);
}

TEST_F(Reflection, NamesTheClassesThatExist) {
  const auto unknown = read("namespace n { struct A {}; } struct B {}; template <class T> struct C {};", "D");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("there is no class 'D'"), std::string::npos);
  EXPECT_EQ(unknown.error().hint, "its classes are B, C<...>, n::A");
  const auto ambiguous = read("namespace n { struct A {}; } namespace m { struct A {}; }", "A");
  ASSERT_FALSE(ambiguous);
  EXPECT_EQ(ambiguous.error().hint, "it may be m::A or n::A");
  const auto pattern = read("template <class T> struct C {};", "C");
  ASSERT_FALSE(pattern);
  EXPECT_EQ(pattern.error().message, "C is a template");
}

TEST_F(Reflection, NamesThePredicatesThatExist) {
  const auto none =
      read("struct A { bool fine() const { return true; } int other(); }; bool good(const A&);", "A");
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "no predicate 'rep_ok' or 'repOk' for A");
  EXPECT_EQ(none.error().hint, "those that return bool are fine, good; name one with --predicate");
  const auto unknown = read("struct A { bool rep_ok() const { return true; } };", "A", "valid");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "no predicate 'valid' for A");
}

TEST_F(Reflection, ReadsTheInvariantFromTheClass) {
  const auto named = read(
      "class A { //@ invariant fine();\n public: bool fine() const { return true; } bool rep_ok() const; };",
      "A");
  ASSERT_TRUE(named) << render(named.error());
  EXPECT_EQ(named->predicate.name, "fine");
  const auto relational =
      read("class A { /*@ invariant { no this.next } */ public: bool rep_ok() const; A* next; };", "A");
  ASSERT_FALSE(relational);
  EXPECT_EQ(relational.error().message,
            "the invariant of A is a relational formula, which comes with contracts");
  EXPECT_EQ(relational.error().hint, "until then, name a C++ predicate with --predicate");
  const auto other = read(
      "class A { /*@ invariant { no this.next } */ public: bool rep_ok() const; A* next; };", "A", "rep_ok");
  EXPECT_TRUE(other);
}

TEST_F(Reflection, RefusesVirtualBasesAndArgumentsThatCannotBeChosen) {
  const auto diamond =
      read("struct A { int a; }; struct B : virtual A { bool rep_ok() const { return true; } };", "B");
  ASSERT_FALSE(diamond);
  EXPECT_EQ(diamond.error().message, "B has a virtual base class");
  const auto twice = read(
      "struct A { int a; }; struct B : A {}; struct C : A {}; struct D : B, C { bool rep_ok() const { return "
      "true; } };",
      "D");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message, "D has the same base class twice");
  const auto text = read("#include <string>\nstruct A { bool has(std::string name) const; };", "A", "has");
  ASSERT_FALSE(text);
  EXPECT_NE(text.error().message.find("the predicate has takes 'name' of type"), std::string::npos);
}

TEST_F(Reflection, SaysWhatCannotBeSearchedAndWhy) {
  const auto model = read(
      "#include <map>\n#include <string>\nunion U { int i; float f; };\n"
      "struct A { std::string s; U u; int* p; void* v; struct Hidden* h; bool rep_ok() const { return true; "
      "} };",
      "A");
  ASSERT_TRUE(model) << render(model.error());
  for (const FieldInfo& field : find(*model, "A").fields) {
    const TypeInfo& type = model->types[static_cast<std::size_t>(field.type)];
    EXPECT_EQ(type.kind, detail::kUnsupportedType) << field.name;
    EXPECT_FALSE(type.reason.empty()) << field.name;
  }
}

TEST(Identifier, HasOnlyWhatAnIdentifierMayHave) { EXPECT_EQ(identifier("ns::Tree<int>"), "ns__Tree_int_"); }

}  // namespace
}  // namespace fretsaw::cxx
