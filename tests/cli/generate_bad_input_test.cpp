// SPDX-License-Identifier: MIT
// Headers, classes and bounds that make no sense: each has its message, and nothing is searched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "cli/generating.hpp"
#include "cli/summaries.hpp"

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
  EXPECT_EQ(refused("no/such.hpp", "A"), "error: no such file or directory: 'no/such.hpp'\n");
  EXPECT_EQ(refused(folder_.path(), "A"), folder_.path() + ":1:1: error: this is a directory, not a file\n");
  const std::string empty = folder_.write("empty.hpp", "");
  EXPECT_EQ(refused(empty, "A"),
            "error: no class 'A' in '" + empty + "'\nnote: the header defines no classes\n");
  EXPECT_THAT(refused(folder_.write("garbage.hpp", std::string("\xff\xfe\x00\x80", 4)), "A"),
              HasSubstr("error: not a text file"));
}

TEST_F(GenerateBadInput, AHeaderThatDoesNotCompile) {
  const std::string header = folder_.write("broken.hpp", "struct A {\n  int n\n};\n");
  const std::string message = refused(header, "A");
  EXPECT_THAT(message, StartsWith(header + ":2:7: error: " + header + " does not compile: expected ‘;’"));
  EXPECT_THAT(message,
              HasSubstr("note: the command was: g++ -std=c++20 -w -x c++ -fsyntax-only " + header + "\n"));
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
            "error: 'A::rep_ok() const' is declared but not defined\n"
            "help: add the source file that defines it with --source FILE\n");
}

TEST_F(GenerateBadInput, AClassThatIsNotThereOrNotAlone) {
  const std::string header =
      folder_.write("classes.hpp",
                    "namespace a { struct Node { int n; }; }\n"
                    "namespace b { struct Node { int n; }; template <class T> struct Box {}; }\n");
  EXPECT_EQ(refused(header, "Nod"), "error: no class 'Nod' in '" + header +
                                        "'; did you mean 'Node'?\n"
                                        "note: the header defines a::Node, b::Box<...>, b::Node\n");
  EXPECT_EQ(refused(header, "a::Nod"), "error: no class 'a::Nod' in '" + header +
                                           "'; did you mean 'a::Node'?\n"
                                           "note: the header defines a::Node, b::Box<...>, b::Node\n");
  EXPECT_EQ(refused(header, "Node"),
            "error: class name 'Node' is ambiguous\nhelp: use --class a::Node or --class b::Node\n");
  EXPECT_EQ(
      refused(header, "Box"),
      "error: 'b::Box' is a class template\nhelp: select a specialization, such as --class 'b::Box<int>'\n");
  const auto none = fretsaw({"generate", header});
  EXPECT_EQ(none.status, 2);
  EXPECT_EQ(none.err, "error: '" + header +
                          "' defines several classes\n"
                          "help: select one with --class: a::Node, b::Box<...>, b::Node\n");
  const std::string box = folder_.write("box.hpp", "template <class T> struct Box {};\n");
  EXPECT_EQ(
      fretsaw({"generate", box}).err,
      "error: '" + box +
          "' defines only a class template\nhelp: select a specialization, such as --class 'Box<int>'\n");
  const std::string nothing = folder_.write("nothing.hpp", "inline int one() { return 1; }\n");
  EXPECT_EQ(fretsaw({"generate", nothing}).err, "error: no classes in '" + nothing + "'\n");
}

TEST_F(GenerateBadInput, APredicateThatIsNotThere) {
  const std::string header = folder_.write("predicates.hpp",
                                           "struct A {\n  int n;\n  bool valid() const { return n == 1; }\n"
                                           "  void rep_ok() const {}\n};\n"
                                           "inline bool positive(const A& a) { return a.n > 0; }\n");
  EXPECT_EQ(refused(header, "A"), header +
                                      ":1:8: error: no predicate 'rep_ok' or 'repOk' for 'A'\n"
                                      "    struct A {\n"
                                      "           ^\n"
                                      "note: the predicates that return bool are positive, valid\n"
                                      "help: select a predicate with --predicate\n");
  EXPECT_THAT(refused(header, "A", {"--predicate", "negative"}),
              HasSubstr("no predicate 'negative' for 'A'"));
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
      HasSubstr(complete(2, "structure")));
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
    const auto left = made(name, {"--unread-fields", "default"});
    EXPECT_EQ(left.status, 2) << left.out;
    EXPECT_THAT(left.err, HasSubstr("error: '--unread-fields default' requires a C++ predicate, but an "
                                    "invariant is relational\n"));
  }
  const auto two = made("Two", {});
  EXPECT_THAT(two.out, HasSubstr(complete(3, "structure")));
  EXPECT_THAT(two.out, testing::Not(HasSubstr("never reads")));
  EXPECT_EQ(made("None", {}).err,
            "warning: the C++ predicate accepts 9 objects, but none satisfies the relational invariant\n");
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
  EXPECT_EQ(refused(header, "A"),
            header +
                ":3:21: error: 'std::map<A *, int>' is not supported as a field ('A::table')\n"
                "      std::map<A*, int> table;\n"
                "                        ^\n"
                "note: keys of type 'A *' are not supported; numbers, enumerators and strings are\n"
                "help: to keep its default value, use --values A::table=default\n");
  EXPECT_THAT(fretsaw({"generate", header, "--class", "A", "--values", "A::table=default"}).out,
              HasSubstr("{table = (default value)}"));
  EXPECT_THAT(
      refused(pointers, "B"),
      HasSubstr("note: 'int *' may point to one object or to an array: its length is not known\n"
                "help: for an array, bound its length with --values B::p.length=0..3, or name the field that "
                "holds it with --values B::p.length=FIELD; to keep its default value, use --values "
                "B::p=default\n"));
  EXPECT_THAT(refused(pointers, "C"),
              testing::AllOf(HasSubstr("error: 'void *' is not supported as a field ('C::p')\n"),
                             HasSubstr("note: 'void' is not a class\n")));
  EXPECT_THAT(refused(pointers, "D"),
              HasSubstr("error: the active member of the union 'D::union' is not known\n"));
  const std::string lock = folder_.write(
      "lock.hpp",
      "#include <mutex>\nstruct Counter { std::mutex m; bool rep_ok() const { return true; } };\n");
  EXPECT_EQ(refused(lock, "Counter"),
            lock +
                ":2:29: error: 'std::mutex' is not supported as a field ('Counter::m')\n"
                "    struct Counter { std::mutex m; bool rep_ok() const { return true; } };\n"
                "                                ^\n"
                "help: to keep its default value, use --values Counter::m=default\n");
}

TEST_F(GenerateBadInput, FieldsAndClassesWithoutADomain) {
  EXPECT_EQ(list_refused({}),
            "error: no bound on the number of 'app::List::Node' objects\n"
            "help: use --size N, or --objects app::List::Node=N\n");
  EXPECT_THAT(list_refused({"--objects", "Node=1"}),
              HasSubstr("list.hpp:9:7: error: no bounds for 'app::List::size_' of type 'int'\n"
                        "      int size_ = 0;\n"
                        "          ^\n"
                        "help: use --values app::List::size_=LOW..HIGH, or --size N\n"));
  const std::string real =
      folder_.write("real.hpp", "struct R { double d; bool rep_ok() const { return d > 0; } };\n");
  EXPECT_THAT(refused(real, "R"),
              HasSubstr("help: use --values R::d=0,0.5,1, or a range with its step such as 0..1:0.5\n"));
  EXPECT_EQ(refused(real, "R", {"--values", "R::d=1..0"}),
            "error: invalid value '1..0' for 'R::d': the minimum is above the maximum\n");
  EXPECT_THAT(refused(real, "R", {"--values", "R::d=0..1:x"}),
              HasSubstr("error: invalid value '0..1:x' for 'R::d': expected a number or a range\n"));
}

TEST_F(GenerateBadInput, DomainsThatAreEmptyReversedOrNegative) {
  EXPECT_EQ(list_refused({"--size", "1", "--values", "List::size="}),
            "error: no values for 'List::size'\nhelp: list at least one value\n");
  EXPECT_EQ(list_refused({"--size", "1", "--values", "List::size=3..1"}),
            "error: invalid value '3..1' for 'app::List::size_': the minimum is above the maximum\n");
  EXPECT_EQ(list_refused({"--size", "-1"}), "error: --size cannot be negative\n");
  EXPECT_EQ(list_refused({"--size", "1", "--objects", "Node=-2"}),
            "error: invalid value 'Node=-2' for '--objects': expected a number of at least 0\n");
  EXPECT_EQ(list_refused({"--size", "1", "--objects", "Node"}),
            "error: invalid value 'Node' for '--objects': expected CLASS=N, such as Node=3\n");
  EXPECT_THAT(list_refused({"--size", "1", "--part", "3/2"}), HasSubstr("--part"));
  EXPECT_EQ(list_refused({"--size", "1", "-j", "0"}),
            "error: invalid value '0' for '-j': expected a number between 1 and 1024\n");
  EXPECT_EQ(list_refused({"--size", "1", "--step-limit", "0"}),
            "error: invalid value '0' for '--step-limit': expected 1 or more\n");
  const auto in_json = lists({"--size", "-1", "--json"});
  EXPECT_EQ(in_json.status, 2);
  EXPECT_EQ(in_json.json()["error"]["class"], "usage");
}

TEST_F(GenerateBadInput, NamesThatDoNotExist) {
  EXPECT_EQ(list_refused({"--size", "1", "--values", "List::width=1"}),
            "error: unknown field 'List::width'\nnote: 'app::List' has the fields head_, size_\n");
  EXPECT_EQ(list_refused({"--size", "1", "--objects", "Leaf=1"}),
            "error: unknown class 'Leaf'\nnote: the classes are app::List, app::List::Node\n");
  EXPECT_EQ(list_refused({"--size", "1", "--values", "List::head=Leaf"}),
            "error: invalid value 'Leaf' for 'app::List::head_'\n"
            "help: use null, 'app::List::Node' or a class derived from it\n");
  EXPECT_EQ(list_refused({"--size", "1", "--values", "size=1"}),
            "error: no class in the field name 'size'; did you mean 'app::List::size'?\n");
}

TEST_F(GenerateBadInput, NamesThatAreNearlyThose) {
  EXPECT_THAT(list_refused({"--objects", "Nod=1"}),
              StartsWith("error: unknown class 'Nod'; did you mean 'Node'?\n"));
  EXPECT_THAT(list_refused({"--values", "Lst::size=1"}),
              StartsWith("error: unknown class 'Lst'; did you mean 'List'?\n"));
  EXPECT_THAT(list_refused({"--size", "1", "--values", "List::head=Noed"}),
              StartsWith("error: invalid value 'Noed' for 'app::List::head_'; did you mean 'Node'?\n"));
}

TEST_F(GenerateBadInput, EnumeratorsThatDoNotExist) {
  const std::string header =
      folder_.write("dot.hpp",
                    "enum class Color { red, green };\n"
                    "struct Dot { Color color; bool rep_ok() const { return true; } };\n");
  EXPECT_EQ(refused(header, "Dot", {"--values", "Dot::color=gren"}),
            "error: invalid value 'gren' for 'Dot::color' of type 'Color'; did you mean 'green'?\n"
            "help: use one of red, green\n");
}

// Without the field, the bounds lack something else, too: that is not what is wrong with them.
TEST_F(GenerateBadInput, TheCauseComesBeforeItsConsequences) {
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{"--values", "List::szie=3"},
        std::vector<std::string>{"--values", "List::szie=3", "--objects", "Node=1"}}) {
    EXPECT_THAT(list_refused(more),
                StartsWith("error: unknown field 'List::szie'; did you mean 'List::size_'?\n"));
  }
  const std::string file = folder_.write(
      "bounds.cpp",
      "#include <fretsaw/finitization.hpp>\n"
      "void finitize_app__List(fretsaw::Finitization& f, int) { f.set(\"List::szie\", \"3\"); }\n");
  EXPECT_THAT(list_refused({"--finitization", file}),
              StartsWith("error: unknown field 'List::szie'; did you mean 'List::size_'?\n"));
}

TEST_F(GenerateBadInput, ArraysOfNoLength) {
  const std::string header = folder_.write(
      "array.hpp", "struct A { int* p; int n; A* next; bool rep_ok() const { return true; } };\n");
  EXPECT_EQ(refused(header, "A", {"--size", "1", "--values", "A::p.length=many"}),
            "error: invalid value 'many' for 'A::p.length' of type 'int'\n"
            "help: use a number, a range, null, or a field: n\n");
  EXPECT_THAT(refused(header, "A", {"--size", "1", "--values", "A::p.length=next"}),
              HasSubstr("error: 'next' cannot be the length of 'A::p': not an integer with bounds\n"));
  EXPECT_THAT(refused(header, "A", {"--size", "1", "--values", "A::p.length=-1"}),
              HasSubstr("error: invalid value '-1' for 'A::p.length': expected a length from 0 to 4096\n"));
}

TEST_F(GenerateBadInput, DirectoriesThatCannotBeWritten) {
  const std::string file = folder_.write("file", "");
  const auto no_folder = lists({"--size", "1", "--out", file});
  EXPECT_EQ(no_folder.status, 2);
  EXPECT_THAT(no_folder.err, HasSubstr("'" + file + "' for '--out'"));
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
              HasSubstr("error: cannot read '" + folder_.path() + "/compile_commands.json'\n"));
  EXPECT_THAT(list_refused({"--size", "1", "--cxxflags", "-DX='"}),
              HasSubstr("unterminated quote in '-DX=''"));
  folder_.write("compile_commands.json", "{}");
  EXPECT_THAT(list_refused({"--size", "1", "-p", folder_.path()}),
              HasSubstr("is not a compilation database: expected a list of commands\n"));
}

}  // namespace
}  // namespace fretsaw::test
