// SPDX-License-Identifier: MIT
#include "cxx/reflect.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "cxx/glue.hpp"
#include "cxx/scratch_folder.hpp"

namespace fretsaw::cxx {
namespace {

class Reflection : public ::testing::Test {
 protected:
  std::string header(const std::string& text) {
    return *folder_->write("header" + std::to_string(counter_++) + ".hpp", text);
  }

  Result<Classes> read(const std::string& text, const std::string& class_name, const Choice& choice = {}) {
    return reflect({header(text), {}, {"-std=c++20"}}, class_name, choice);
  }

  static const ClassInfo& find(const Classes& classes, const std::string& name) {
    const auto found = std::find_if(classes.classes.begin(), classes.classes.end(),
                                    [&](const ClassInfo& c) { return c.name == name; });
    EXPECT_NE(found, classes.classes.end()) << name;
    return *found;
  }

  Result<ScratchFolder> folder_ = ScratchFolder::create();
  int counter_ = 0;
};

TEST_F(Reflection, SeesPrivateFieldsNestedClassesAndBases) {
  const auto classes = read(R"(
    struct Base { int id; virtual ~Base() {} };
    class List : Base { struct Node { Node* next; short value; }; Node* head_; bool rep_ok() const { return true; } };
  )",
                            "List");
  ASSERT_TRUE(classes) << render(classes.error());
  const ClassInfo& list = find(*classes, "List");
  ASSERT_EQ(list.fields.size(), 2U);
  EXPECT_EQ(list.fields[0].name, "id");
  EXPECT_EQ(list.fields[0].owner, "Base");
  EXPECT_EQ(list.fields[1].name, "head_");
  EXPECT_EQ(list.fields[1].offset, 16);
  EXPECT_EQ(find(*classes, "List::Node").fields[1].offset, 8);
  ASSERT_FALSE(classes->callables.empty());
  EXPECT_EQ(classes->callables[0].name, "rep_ok");
  EXPECT_FALSE(classes->callables[0].is_accessible);
}

TEST_F(Reflection, FindsDerivedClassesThatNothingMentions) {
  const auto classes = read(
      "struct S { virtual ~S() {} }; struct D : S { int d; }; struct E : D {}; struct H { S* s; bool "
      "rep_ok() { return s; } };",
      "H");
  ASSERT_TRUE(classes) << render(classes.error());
  EXPECT_EQ(find(*classes, "E").bases.size(), 2U);
}

TEST_F(Reflection, InstantiatesWhatFieldsReferTo) {
  const auto classes = read(
      "template <class T> struct N { T v; N* n; }; template <class T> struct L { N<T>* head; bool rep_ok() "
      "const { return true; } };",
      "L<int>");
  ASSERT_TRUE(classes) << render(classes.error());
  EXPECT_EQ(find(*classes, "N<int>").fields.size(), 2U);
}

TEST_F(Reflection, SaysWhyAHeaderDoesNotCompile) {
  const auto missing = reflect({"/nonexistent/tree.hpp", {}, {}}, "T");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "no such file");
  const auto broken = read("struct T {\n  int x\n  int y;\n};", "T");
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("does not compile: expected"), std::string::npos)
      << broken.error().message;
  EXPECT_EQ(broken.error().location->line, 2U);
  EXPECT_NE(broken.error().hint.find("\n    the command was: g++"), std::string::npos);
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

TEST_F(Reflection, RefusesVirtualAndRepeatedBases) {
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
}

TEST_F(Reflection, SaysWhatCannotBeSearchedAndWhy) {
  const auto classes = read(
      "#include <map>\n#include <string>\n"
      "struct A { std::map<void*, int> m; int* p; void* v; struct Hidden* h; bool rep_ok() const { "
      "return true; "
      "} };",
      "A");
  ASSERT_TRUE(classes) << render(classes.error());
  for (const FieldInfo& field : find(*classes, "A").fields) {
    const TypeInfo& type = classes->types[static_cast<std::size_t>(field.type)];
    EXPECT_EQ(type.kind, detail::kUnsupportedType) << field.name;
    EXPECT_FALSE(type.reason.empty()) << field.name;
  }
}

TEST(Identifier, HasOnlyWhatAnIdentifierMayHave) { EXPECT_EQ(identifier("ns::Tree<int>"), "ns__Tree_int_"); }

// As on a machine that has libclang but not the headers that belong to it.
TEST_F(Reflection, NamesThePackageOfClangsOwnHeadersWhenTheyAreMissing) {
  const std::string text = R"(
#ifdef __clang__
#include <stddef.h>
#endif
    struct Box { int value; bool rep_ok() const { return true; } };
  )";
  const auto model = reflect({header(text), {}, {"-std=c++20", "-nostdinc"}}, "Box", {});
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().message, "clang's own headers, which are needed to read C++, are not there");
  EXPECT_EQ(model.error().hint, "install the package libclang-common-19-dev");
}

}  // namespace
}  // namespace fretsaw::cxx
