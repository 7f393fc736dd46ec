// SPDX-License-Identifier: MIT
#include "cpp/code/reflect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "cpp/code/glue.hpp"
#include "cpp/code/scratch_directory.hpp"

namespace fretsaw::code {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Reflection : public ::testing::Test {
 protected:
  std::string header(const std::string& text) {
    return *folder_->write("header" + std::to_string(counter_++) + ".hpp", text);
  }

  Result<Classes> read(const std::string& text, const std::string& class_name) {
    return reflect({header(text), {}, {"-std=c++20"}}, class_name);
  }

  static const ClassInfo& find(const Classes& classes, const std::string& name) {
    const auto found = std::find_if(classes.classes.begin(), classes.classes.end(),
                                    [&](const ClassInfo& c) { return c.name == name; });
    EXPECT_NE(found, classes.classes.end()) << name;
    return *found;
  }

  Result<ScratchDirectory> folder_ = ScratchDirectory::create();
  int counter_ = 0;
};

// The types of a template's method are known in a later round only, in which callables have other indices.
TEST_F(Reflection, BindsWhatWasChosenInAnEarlierRound) {
  const UserCode code{header(R"(
    template <class T> struct Link { T* to; };
    template <class T> struct Box { Link<T> link; T take(T value, T other); bool has(T value) const; };
    int first(Box<char>& box);
    using Boxes = Box<int>;
  )"),
                      {},
                      {"-std=c++20"}};
  auto reflection = code::Reflection::of_callables(code, {"Box<int>"});
  ASSERT_TRUE(reflection) << render(reflection.error());
  const auto& listing = reflection->listing().callables;
  std::vector<Binding> chosen;
  for (const std::string name : {"has", "first", "take"}) {
    const auto found = std::ranges::find_if(listing, [&](const Callable& callable) {
      return callable.name == name && (callable.scope.empty() || callable.owner_name == "Box<int>");
    });
    ASSERT_NE(found, listing.end()) << name;
    EXPECT_LT(found->frame, 0);
    chosen.push_back({static_cast<int>(found - listing.begin()), false});
  }
  const auto classes = reflection->bind(chosen);
  ASSERT_TRUE(classes) << render(classes.error());
  std::vector<std::string> bound;
  for (const int callable : bound_callables(*classes)) {
    const Callable& each = classes->callables[static_cast<std::size_t>(callable)];
    bound.push_back(each.owner_name + "." + each.name);
    for (const Parameter& parameter : each.parameters) bound.back() += " " + parameter.type;
  }
  EXPECT_THAT(bound, ElementsAre("Box<int>.has int", ".first Box<char>", "Box<int>.take int int"));
}

TEST_F(Reflection, KnowsTheFilesThatItHasRead) {
  const std::string inner = header("struct Inner { virtual ~Inner() {} };");
  const std::string outer = header("#include \"" + inner + "\"\nstruct Outer : Inner {};");
  const std::string of_source = header("");
  const std::string source = header("#include \"" + of_source + "\"\n");
  auto reflection = code::Reflection::of_class({outer, {source}, {"-std=c++20"}}, "Outer");
  ASSERT_TRUE(reflection) << render(reflection.error());
  ASSERT_TRUE(reflection->bind({}));
  const std::vector<std::string> files = reflection->files();
  for (const std::string& file : {inner, outer, source, of_source})
    EXPECT_THAT(files, testing::Contains(file));
}

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

// Derived classes that cannot be named, or of which there may be more than those mentioned.
TEST_F(Reflection, NamesTheHiddenClassesThatDerive) {
  const std::string shape = "struct Shape { virtual int area() const { return 0; } virtual ~Shape() {} };\n";
  const std::string scene = "struct Scene { Shape* front; bool rep_ok() { return true; } };\n";
  const auto doubts = [&](const std::string& text) {
    const auto classes = read(shape + scene + text, "Scene");
    EXPECT_TRUE(classes) << render(classes.error());
    return classes ? classes->doubts : std::vector<std::string>();
  };
  const auto inside = [](const std::string& name) {
    return "'" + name +
           "' is local to a function and cannot be named: pointers to its bases never point to objects of it or of "
           "classes derived from it";
  };
  const auto behind = [](const std::string& why) {
    return why + ": pointers to its bases never point to its objects";
  };
  const auto nothing = IsEmpty();
  EXPECT_THAT(doubts("inline Shape* make() { struct Local : Shape {}; return new Local; }"),
              ElementsAre(inside("Local")));
  EXPECT_THAT(doubts("struct Maker { ~Maker() { struct Mid { struct Deep : Shape {} deep; }; Mid mid; } };"),
              ElementsAre(inside("Deep")));
  EXPECT_THAT(doubts("inline auto make = [] { struct A : Shape {}; struct B : A {}; return new B; };"),
              ElementsAre(inside("A"), inside("B")));
  EXPECT_THAT(doubts("template <class T> Shape* make(T) { struct Local : Shape {}; return new Local; }"),
              ElementsAre(inside("Local")));
  EXPECT_THAT(doubts("#define LOCAL(name) struct name : Shape {}\ninline void f() { LOCAL(Odd); }"),
              ElementsAre(inside("Odd")));
  EXPECT_THAT(doubts("inline struct : Shape {} unnamed;"),
              ElementsAre(behind("the class at header5.hpp:3 is unnamed")));
  EXPECT_THAT(doubts("template <class T> struct Box { struct Lid : Shape {}; };"),
              ElementsAre(behind("'Box::Lid' is nested in a template")));
  EXPECT_THAT(
      doubts("template <class T> struct Big : Shape {};\n"
             "template <class T> Shape* make() { return new Big<T>; }\n"
             "inline Shape* big = make<int>();"),
      ElementsAre(behind("'Big' is a template that is used with the parameters of another template")));
  // These make no objects, or objects of something else.
  EXPECT_THAT(doubts("template <class T> struct Big : Shape { Big<T>* next; };\n"
                     "template <class T> int size(const Big<T>& big, Big<T>* other) { Big<T>* p = other; "
                     "return p != &big; }"),
              nothing);
  EXPECT_THAT(
      doubts("inline int f() { struct Point { int x; }; struct Pixel : Point {}; return Pixel().x; }"),
      nothing);
  EXPECT_THAT(
      doubts("template <class T> struct Own {}; template <class T> struct Row { struct Next : Own<T> {}; };"),
      nothing);
}

TEST_F(Reflection, NamesTheClassesOfOtherSourcesThatDerive) {
  const std::string given = header(
      "#pragma once\nstruct Shape { virtual ~Shape() {} };\n"
      "struct Scene { Shape* front; bool rep_ok() { return true; } };\n");
  const std::string source = *folder_->write(
      "shapes.cpp", "#include \"" + given + "\"\nnamespace { struct Round : Shape {}; struct Other {}; }\n");
  const auto classes = reflect({given, {source}, {"-std=c++20"}}, "Scene");
  ASSERT_TRUE(classes) << render(classes.error());
  EXPECT_THAT(classes->doubts,
              ElementsAre("'(anonymous namespace)::Round' is declared in 'shapes.cpp', not in the header: "
                          "pointers to its bases never point to its objects"));
}

// Through a pointer to the base they look the same: reading the bodies of all functions is not worth it.
TEST_F(Reflection, DoesNotMindHiddenClassesWithoutVirtualFunctions) {
  const auto classes = read(
      "struct Node { Node* next; bool rep_ok() { return true; } };"
      "inline void f() { struct Local : Node {}; Local local; local.next = nullptr; }",
      "Node");
  ASSERT_TRUE(classes) << render(classes.error());
  EXPECT_THAT(classes->doubts, IsEmpty());
}

TEST_F(Reflection, InstantiatesWhatFieldsReferTo) {
  const auto classes = read(
      "template <class T> struct N { T v; N* n; }; template <class T> struct L { N<T>* head; bool rep_ok() "
      "const { return true; } };",
      "L<int>");
  ASSERT_TRUE(classes) << render(classes.error());
  EXPECT_EQ(find(*classes, "N<int>").fields.size(), 2U);
}

TEST_F(Reflection, ReportsWhyAHeaderDoesNotCompile) {
  const auto missing = reflect({"/nonexistent/tree.hpp", {}, {}}, "T");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "no such file or directory");
  const auto broken = read("struct T {\n  int x\n  int y;\n};", "T");
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("does not compile: expected"), std::string::npos)
      << broken.error().message;
  EXPECT_EQ(broken.error().location->line, 2U);
  ASSERT_EQ(broken.error().notes.size(), 2U);
  EXPECT_TRUE(broken.error().notes[0].message.starts_with("output of the compiler:\n"));
  EXPECT_TRUE(broken.error().notes[1].message.starts_with("the command was: g++"));
}

TEST_F(Reflection, NamesTheClassesThatExist) {
  const auto unknown = read("namespace n { struct A {}; } struct B {}; template <class T> struct C {};", "D");
  ASSERT_FALSE(unknown);
  EXPECT_TRUE(unknown.error().message.starts_with("no class 'D' in '")) << unknown.error().message;
  ASSERT_EQ(unknown.error().notes.size(), 1U);
  EXPECT_EQ(unknown.error().notes[0].message, "the header defines B, C<...>, n::A");
  const auto ambiguous = read("namespace n { struct A {}; } namespace m { struct A {}; }", "A");
  ASSERT_FALSE(ambiguous);
  EXPECT_EQ(ambiguous.error().hint, "use --class m::A or --class n::A");
  const auto pattern = read("template <class T> struct C {};", "C");
  ASSERT_FALSE(pattern);
  EXPECT_EQ(pattern.error().message, "'C' is a class template");
}

TEST_F(Reflection, RefusesVirtualAndRepeatedBases) {
  const auto diamond =
      read("struct A { int a; }; struct B : virtual A { bool rep_ok() const { return true; } };", "B");
  ASSERT_FALSE(diamond);
  EXPECT_EQ(diamond.error().message, "'B' has a virtual base class, which is not supported");
  const auto twice = read(
      "struct A { int a; }; struct B : A {}; struct C : A {}; struct D : B, C { bool rep_ok() const { return "
      "true; } };",
      "D");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message, "'D' has the same base class twice, which is not supported");
}

TEST_F(Reflection, ReportsUnsupportedTypesWithReasons) {
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
  EXPECT_EQ(model.error().message, "clang's built-in headers not found: they are required to read C++");
  EXPECT_EQ(model.error().hint, "install the package libclang-common-19-dev");
}

}  // namespace
}  // namespace fretsaw::code
