// SPDX-License-Identifier: MIT
// Headers, classes and bounds that make no sense: each has its message, and nothing is searched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/generating.hpp"

namespace fretsaw::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

class GenerateBadInput : public Generate {
 protected:
  std::string refused(const std::string& header, const std::string& class_name,
                      const std::vector<std::string>& more = {"--size", "1"}) {
    const auto done = fretsaw(words(header, class_name, more));
    EXPECT_EQ(done.status, 2);
    EXPECT_EQ(done.out, "");
    return done.err;
  }

  std::string list_refused(const std::vector<std::string>& more) {
    return refused(folder_.write("list.hpp", kList), "List", more);
  }
};

TEST_F(GenerateBadInput, AHeaderThatIsNone) {
  EXPECT_EQ(refused("no/such.hpp", "A"), "no/such.hpp:1:1: error: no such file\n");
  EXPECT_EQ(refused(folder_.path(), "A"), folder_.path() + ":1:1: error: this is a directory, not a file\n");
  const std::string empty = folder_.write("empty.hpp", "");
  EXPECT_EQ(refused(empty, "A"), empty + ":1:1: error: there is no class 'A'\n    it defines no classes\n");
  EXPECT_THAT(refused(folder_.write("garbage.hpp", std::string("\xff\xfe\x00\x80", 4)), "A"),
              HasSubstr("error: not a text file"));
}

TEST_F(GenerateBadInput, AHeaderThatDoesNotCompile) {
  const std::string header = folder_.write("broken.hpp", "struct A {\n  int n\n};\n");
  const std::string message = refused(header, "A");
  EXPECT_THAT(message, StartsWith(header + ":2:7: error: " + header + " does not compile: expected ‘;’"));
  EXPECT_THAT(message,
              HasSubstr("    the command was: g++ -std=c++20 -w -x c++ -fsyntax-only " + header + "\n"));
  const json document = fretsaw({"generate", header, "--class", "A", "--json"}).json();
  EXPECT_EQ(document["error"]["file"], header);
  EXPECT_EQ(document["error"]["line"], 2);
  EXPECT_EQ(document["error"]["column"], 7);
  EXPECT_EQ(document["error"]["class"], "input");
  const std::string endless = folder_.write("endless.hpp", "#include \"endless.hpp\"\nstruct A {};\n");
  EXPECT_THAT(refused(endless, "A"), HasSubstr("#include nested depth"));
}

TEST_F(GenerateBadInput, AnErrorInABodyIsFoundToo) {
  const std::string header =
      folder_.write("body.hpp", "struct A {\n  int n;\n  bool rep_ok() const { return m == 1; }\n};\n");
  EXPECT_THAT(refused(header, "A"), HasSubstr("body.hpp:3:32: error: "));
  const std::string declared = folder_.write("declared.hpp", "struct A { int n; bool rep_ok() const; };\n");
  EXPECT_EQ(refused(declared, "A"),
            "error: A::rep_ok() const is declared but not defined\n"
            "    give the source file that defines it with --source FILE\n");
}

TEST_F(GenerateBadInput, AClassThatIsNotThereOrNotAlone) {
  const std::string header =
      folder_.write("classes.hpp",
                    "namespace a { struct Node { int n; }; }\n"
                    "namespace b { struct Node { int n; }; template <class T> struct Box {}; }\n");
  EXPECT_EQ(refused(header, "Nod"), header +
                                        ":1:1: error: there is no class 'Nod'\n"
                                        "    its classes are a::Node, b::Box<...>, b::Node\n");
  EXPECT_EQ(refused(header, "Node"),
            "error: the class name 'Node' is ambiguous\n    it may be a::Node or b::Node\n");
  EXPECT_EQ(refused(header, "Box"),
            "error: b::Box is a template\n    name a specialisation, such as --class 'b::Box<int>'\n");
  const auto none = fretsaw({"generate", header});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("error: which class?\n    its classes are a::Node, b::Box<...>, b::Node; "
                                  "name one with --class\n"));
}

TEST_F(GenerateBadInput, APredicateThatIsNotThere) {
  const std::string header = folder_.write("predicates.hpp",
                                           "struct A {\n  int n;\n  bool valid() const { return n == 1; }\n"
                                           "  void rep_ok() const {}\n};\n"
                                           "inline bool positive(const A& a) { return a.n > 0; }\n");
  EXPECT_EQ(refused(header, "A"),
            header +
                ":1:8: error: no predicate 'rep_ok' or 'repOk' for A\n"
                "    struct A {\n"
                "           ^\n"
                "    those that return bool are positive, valid; name one with --predicate\n");
  EXPECT_THAT(refused(header, "A", {"--predicate", "negative"}),
              HasSubstr("no predicate 'negative' for A\n"));
}

TEST_F(GenerateBadInput, AnInvariantInBracesThatCannotBeSearchedFor) {
  const std::string header =
      folder_.write("formula.hpp",
                    "struct Node { Node* next; };\nclass List {\n"
                    "  //@ invariant { all n: head.*next | n !in n.^next }\n  Node* head;\n\n"
                    " public:\n  bool some() const { return head != nullptr; }\n};\n");
  EXPECT_EQ(refused(header, "List"),
            header +
                ":3:23: error: 'n' stands for sets here, and no search goes through all of them\n"
                "      //@ invariant { all n: head.*next | n !in n.^next }\n"
                "                          ^\n"
                "    a field alone is the whole relation: its value for an object is this.field\n");
  EXPECT_THAT(
      fretsaw({"generate", header, "--class", "List", "--size", "1", "--count", "--predicate", "some"}).out,
      HasSubstr("2 structures in all"));
}

// Formulas read fields that the C++ predicate does not.
TEST_F(GenerateBadInput, FieldsThatFormulasMayReadAreNotLeft) {
  const std::string header = folder_.write(
      "two.hpp",
      "struct Two {\n  int a = 0, b = 0;\n  //@ invariant a >= 0;\n  //@ invariant { this.b > this.a }\n};\n"
      "struct Formula {\n  int a = 1, b = 0;\n  //@ invariant { this.b > 0 }\n};\n"
      "struct None {\n  int a = 0, b = 0;\n  //@ invariant a >= 0;\n  //@ invariant { this.b > 5 }\n};\n");
  const auto made = [&](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> words = {"generate", header, "--class", name, "--size", "2", "--count"};
    words.insert(words.end(), more.begin(), more.end());
    return fretsaw(words);
  };
  for (const std::string name : {"Two", "Formula"}) {
    const auto left = made(name, {"--unread", "default"});
    EXPECT_EQ(left.status, 2) << left.out;
    EXPECT_THAT(left.err, HasSubstr("error: --unread default is for searches with a C++ predicate, and an "
                                    "invariant is relational\n"));
  }
  const auto two = made("Two", {});
  EXPECT_THAT(two.out, HasSubstr("3 structures in all"));
  EXPECT_THAT(two.out, testing::Not(HasSubstr("never reads")));
  EXPECT_EQ(made("None", {}).err,
            "warning: of the 9 objects that the C++ predicate accepts, none has the invariant in braces\n");
}

TEST_F(GenerateBadInput, WhatIsOddAboutAnInvariantIsWarnedOf) {
  const std::string header = folder_.write("odd.hpp",
                                           "struct Node { Node* next; };\nstruct List {\n"
                                           "  //@ invariant { no this.head.head }\n  Node* head;\n};\n");
  const auto done = fretsaw({"generate", header, "--class", "List", "--size", "1", "--count"});
  EXPECT_EQ(done.status, 0);
  EXPECT_THAT(done.err, HasSubstr("odd.hpp:3:31: warning: join is always empty"));
}

TEST_F(GenerateBadInput, AFieldThatCannotBeSearched) {
  const std::string header = folder_.write("fields.hpp",
                                           "#include <map>\nstruct A {\n  std::map<A*, int> table;\n"
                                           "  bool rep_ok() const { return true; }\n};\n");
  const std::string pointers =
      folder_.write("pointers.hpp",
                    "struct B { int* p; bool rep_ok() const { return true; } };\n"
                    "struct C { void* p; bool rep_ok() const { return true; } };\n"
                    "struct D { union { int i; float f; }; bool rep_ok() const { return true; } };\n");
  EXPECT_EQ(refused(header, "A"), header +
                                      ":3:21: error: A::table has the type std::map<A *, int>, which cannot "
                                      "be searched: keys of type A * are not chosen; they may be numbers, "
                                      "enumerators and strings\n"
                                      "      std::map<A*, int> table;\n"
                                      "                        ^\n"
                                      "    leave it at its constructed value with --values "
                                      "\"A::table=default\", or f.leave(\"A::table\") in a "
                                      "finitization\n");
  EXPECT_THAT(fretsaw({"generate", header, "--class", "A", "--values", "A::table=default"}).out,
              HasSubstr("{table = (as constructed)}"));
  EXPECT_THAT(
      refused(pointers, "B"),
      HasSubstr(
          "    if it points to an array, say how long that is: --values \"B::p.length=0..3\", or =FIELD for "
          "the field that holds its length;\n    otherwise, leave it at its constructed value"));
  EXPECT_THAT(refused(pointers, "C"),
              HasSubstr("C::p has the type void *, which cannot be searched: 'void' is no class\n"));
  EXPECT_THAT(refused(pointers, "D"),
              HasSubstr("D::union is a union: nothing says which member is in use\n"));
}

TEST_F(GenerateBadInput, FieldsAndClassesWithoutADomain) {
  EXPECT_EQ(list_refused({}),
            "error: how many objects of class app::List::Node are there?\n"
            "    give --size N for all classes, or --objects app::List::Node=N\n");
  EXPECT_THAT(
      list_refused({"--objects", "Node=1"}),
      HasSubstr("list.hpp:9:7: error: app::List::size_ has no domain: which values of type int may it take?\n"
                "      int size_ = 0;\n"
                "          ^\n"
                "    give --values app::List::size_=LOW..HIGH or a list, or --size N for 0..N\n"));
  const std::string real =
      folder_.write("real.hpp", "struct R { double d; bool rep_ok() const { return d > 0; } };\n");
  EXPECT_THAT(refused(real, "R"),
              HasSubstr("    give --values R::d=0,0.5,1 or a range with its step, 0..1:0.5\n"));
  EXPECT_EQ(refused(real, "R", {"--values", "R::d=1..0"}),
            "error: R::d: the range 1..0 is empty: its minimum is above its maximum\n");
  EXPECT_THAT(refused(real, "R", {"--values", "R::d=0..1:x"}),
              HasSubstr("'0..1:x' is no number and no range\n"));
}

TEST_F(GenerateBadInput, DomainsThatAreEmptyReversedOrNegative) {
  EXPECT_EQ(list_refused({"--size", "1", "--values", "List::size="}),
            "error: the domain of List::size is empty\n    give at least one value\n");
  EXPECT_EQ(list_refused({"--size", "1", "--values", "List::size=3..1"}),
            "error: app::List::size_: the range 3..1 is empty: its minimum is above its maximum\n");
  EXPECT_EQ(list_refused({"--size", "-1"}), "error: --size cannot be negative\n");
  EXPECT_EQ(list_refused({"--size", "1", "--objects", "Node=-2"}),
            "error: --objects Node=-2: the number cannot be negative\n");
  EXPECT_EQ(list_refused({"--size", "1", "--objects", "Node"}),
            "error: --objects Node: a class and a number are expected\n    write --objects Node=3\n");
  EXPECT_THAT(list_refused({"--size", "1", "--part", "3/2"}), HasSubstr("--part"));
  EXPECT_EQ(list_refused({"--size", "1", "-j", "0"}), "error: -j wants a number between 1 and 1024\n");
  EXPECT_EQ(list_refused({"--size", "1", "--step-limit", "0"}), "error: --step-limit must be at least 1\n");
  const auto in_json = lists({"--size", "-1", "--json"});
  EXPECT_EQ(in_json.status, 2);
  EXPECT_EQ(in_json.json()["error"]["class"], "usage");
}

TEST_F(GenerateBadInput, NamesThatDoNotExist) {
  EXPECT_EQ(list_refused({"--size", "1", "--values", "List::width=1"}),
            "error: app::List has no field 'width'\n    its fields are head_, size_\n");
  EXPECT_EQ(list_refused({"--size", "1", "--objects", "Leaf=1"}),
            "error: no class 'Leaf' occurs in the objects\n    the classes are app::List, app::List::Node\n");
  EXPECT_EQ(list_refused({"--size", "1", "--values", "List::head=Leaf"}),
            "error: app::List::head_: 'Leaf' is neither null nor a class derived from app::List::Node\n");
}

TEST_F(GenerateBadInput, ArraysOfNoLength) {
  const std::string header = folder_.write(
      "array.hpp", "struct A { int* p; int n; A* next; bool rep_ok() const { return true; } };\n");
  EXPECT_EQ(refused(header, "A", {"--size", "1", "--values", "A::p.length=many"}),
            "error: A::p.length: 'many' is no value of type length\n"
            "    a length is a number, a range or null, or one of the fields n\n");
  EXPECT_THAT(refused(header, "A", {"--size", "1", "--values", "A::p.length=next"}),
              HasSubstr("A::p.length: next is not an integer that is chosen\n"));
  EXPECT_THAT(refused(header, "A", {"--size", "1", "--values", "A::p.length=-1"}),
              HasSubstr("A::p.length: a length cannot be negative\n"));
}

TEST_F(GenerateBadInput, FoldersThatCannotBeWritten) {
  const std::string file = folder_.write("file", "");
  const auto no_folder = lists({"--size", "1", "--out", file});
  EXPECT_EQ(no_folder.status, 2);
  EXPECT_THAT(no_folder.err, HasSubstr("'" + file + "' of --out"));
  if (geteuid() == 0) return;  // root may write anywhere
  const std::string locked = folder_ / "locked";
  std::filesystem::create_directory(locked);
  std::filesystem::permissions(locked, std::filesystem::perms::owner_read);
  const auto refused = lists({"--size", "1", "--out", locked, "--json"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.json()["error"]["message"].get<std::string>(), HasSubstr("cannot write to the folder"));
}

TEST_F(GenerateBadInput, FlagsThatMakeNoSense) {
  EXPECT_THAT(list_refused({"--size", "1", "-p", folder_.path()}),
              HasSubstr("compile_commands.json cannot be read"));
  EXPECT_THAT(list_refused({"--size", "1", "--cxxflags", "-DX='"}),
              HasSubstr("a quote is not closed in: -DX='"));
  folder_.write("compile_commands.json", "{}");
  EXPECT_THAT(list_refused({"--size", "1", "-p", folder_.path()}), HasSubstr("is no compilation database"));
}

}  // namespace
}  // namespace fretsaw::test
