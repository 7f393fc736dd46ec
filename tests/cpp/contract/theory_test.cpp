// SPDX-License-Identifier: MIT
// Relational clauses checked against the classes they refer to: valid names, and errors with
// locations.
#include "cpp/contract/theory.hpp"

#include <gmock/gmock.h>

#include "cpp/contract/fixture.hpp"
#include "cpp/contract/heap_check.hpp"

namespace fretsaw::contract {
namespace {

using testing::HasSubstr;

// A tree whose method `remove` has the given contract. All of them are equally long, so that the classes
// are parsed once for all: contracts are comments, which a compiler ignores.
std::string tree(std::string contract, std::string invariant = "") {
  contract.resize(2000, ' ');
  invariant.resize(100, ' ');
  return "#pragma once\n#include <vector>\n#include <optional>\n#include <string>\n"
         "enum class Color { Red, Black };\n"
         "struct Base { int weight; };\n"
         "class Tree {\n"
         " public:\n"
         "  struct Node : Base { Node* left; Node* right; int info; Color color; bool marked; double real; "
         "};\n" +
         invariant + "\n" +
         "  Node* root;\n  int size;\n  std::vector<int> list;\n  std::vector<std::vector<Node*>> grid;\n"
         "  std::optional<int> last; std::string name; int cells[2][3];\n" +
         contract + "\n  bool remove(int key, Node* other, std::vector<int> many, int& out, double d);\n};\n";
}

std::string place_free(const std::string& text) {
  // Locations are in a temporary directory.
  const std::size_t name = text.find("subject.hpp:");
  return name == std::string::npos ? text : text.substr(name);
}

// The error for a tree with this contract; the classes are parsed once.
std::string theory_message(const std::string& contract, const std::string& invariant = "") {
  static const HeaderFile header(tree(""));
  static const auto read = read_subject(header, "Tree", "remove");
  EXPECT_TRUE(read.ok());
  std::ofstream(header.path()) << tree(contract, invariant);
  auto contracts = read_contracts(header.path(), declared_in(*read->classes));
  if (!contracts) return place_free(render(contracts.error()));
  SubjectRequest request;
  request.callable = read->callable;
  auto subject = make_subject(*read->classes, *contracts, request);
  if (!subject) return place_free(render(subject.error()));
  const int frame = read->classes->callables[static_cast<std::size_t>(read->callable)].frame;
  const auto check = HeapCheck::build((*subject)->theory, frame);
  return check ? "no error" : place_free(render(check.error()));
}

// The same of any header.
std::string header_message(const std::string& text, const std::string& method = "") {
  const HeaderFile header(text);
  const auto read = read_subject(header, "Tree", method);
  return read ? "no error" : place_free(render(read.error()));
}

TEST(Theory, HasAllNamesThatClausesMayUse) {
  for (const char* const clause : {
           "/*@ ensures { all n: this.root.*(left + right) | n.left.info < n.info } */",
           "/*@ ensures { this.root.left` = this.root`.left } */",
           "/*@ ensures { @result = true <=> @key in this.root`.*(left` + right`).info` } */",
           "/*@ ensures { this.size = #this.root.*(left + right) and plus[this.size, 1] = this.size` } */",
           "/*@ ensures { this.root.color = Red or this.root.color = Color::Black } */",
           "/*@ ensures { all n: Node | n.marked = false and n in Tree::Node and n in Base } */",
           "/*@ ensures { this.list[0] = 3 and this.list.length = #this.list } */",
           "/*@ ensures { this.grid[0][1] = this.root and this.grid.length = 2 and this.grid[0].length = 1 } "
           "*/",
           "/*@ ensures { some this.grid`.length and this.grid`[0].length = 2 } */",
           "/*@ ensures { this.cells[1][2] = 0 and this.cells.length = 2 and this.cells[0].length = 3 } */",
           "/*@ ensures { no this.last or this.last = max[this.list[Int]] } */",
           "/*@ ensures { this.name[0] = 'a' and this.name.length = 1 } */",
           "/*@ ensures { @many = this.list and @many.length = this.list.length } */",
           "/*@ ensures { @out = plus[@out`, 1] and @other = null } */",
           "/*@ requires { sole @other and this.size > 0 } */",
           "/*@ pred sorted[n: Node] { n.left.info < n.info } requires { sorted[this.root] } */",
           "/*@ ensures { this.root.weight = 1 and this.root in Base } */",
           "/*@ ensures { all i: this.list.univ | i >= 0 } */",
       }) {
    EXPECT_EQ(theory_message(clause), "no error") << clause;
  }
}

TEST(Theory, ReportsErrorsInClausesWithLocations) {
  EXPECT_THAT(theory_message("  /*@ ensures { this.root.lft = none } */"),
              HasSubstr("subject.hpp:16:27: error: "));
  EXPECT_THAT(theory_message("/*@ ensures { this.root.lft = none } */"), HasSubstr("did you mean 'left'"));
  EXPECT_THAT(theory_message("/*@ ensures { @ky > 0 } */"),
              HasSubstr("subject.hpp:16:15: error: no parameter 'ky'; did you mean 'key'?"));
  EXPECT_THAT(
      theory_message("/*@ ensures { @capacity > 0 } */"),
      HasSubstr("note: the parameters are d, key, many, other, out\nnote: fields are written without '@'"));
  EXPECT_THAT(theory_message("/*@ requires { @result = true } */"),
              HasSubstr("16:16: error: '@result' cannot be used here: it exists only after the call"));
  EXPECT_THAT(theory_message("/*@ requires { this.root` = none } */"),
              HasSubstr("16:21: error: '`' is not allowed here: the clause describes a single state"));
  EXPECT_THAT(theory_message("", "/*@ invariant { no this.root` } */"),
              HasSubstr("10:25: error: '`' is not allowed here: the clause describes a single state"));
  EXPECT_THAT(theory_message("/*@ ensures { all n: Node | n`.left = n } */"),
              HasSubstr("16:29: error: '`' is not allowed after 'n', which is not a field"));
  EXPECT_THAT(
      theory_message("/*@ ensures { this.root.real = 1 } */"),
      HasSubstr(
          "16:25: error: 'real' is not supported in a relational clause: type 'double' is not a relation"));
  EXPECT_THAT(
      theory_message("/*@ ensures { @d = 1 } */"),
      HasSubstr(
          "16:15: error: '@d' is not supported in a relational clause: type 'double' is not a relation"));
  EXPECT_THAT(theory_message("/*@ ensures { all @x: Node | some @x.left } */"),
              HasSubstr("16:19: error: invalid variable name '@x'"));
  EXPECT_THAT(theory_message("/*@ ensures { this.root.left } */"),
              HasSubstr("subject.hpp:16:13: error: expected a formula, found"));
  EXPECT_THAT(
      theory_message("/*@ pred p[n: Node] { n.left = n.left` } requires { p[this.root] } */"),
      HasSubstr("16:53: error: the helper refers to the state before the call, which does not exist here"));
  EXPECT_THAT(theory_message("/*@ pred p[n: Node] { n.info = @key } ensures { p[this.root] } */"),
              HasSubstr("16:32: error: '@key' cannot be used in a helper"));
}

// The whole of it is marked.
TEST(Theory, TheLocationOfALengthIncludesItsArray) {
  EXPECT_THAT(theory_message("/*@ ensures { some this.root and @many.length } */"),
              HasSubstr("  ^" + std::string(std::string("@many.length").size() - 1, '~') + "\n"));
  EXPECT_THAT(theory_message("/*@ ensures { some this.root and this.list.length } */"),
              HasSubstr("  ^" + std::string(std::string("this.list.length").size() - 1, '~') + "\n"));
}

TEST(Theory, RejectsClausesOverAllIntegers) {
  EXPECT_THAT(theory_message("/*@ ensures { all i: Int | i in this.list[Int] } */"),
              HasSubstr("subject.hpp:16:19: error: 'Int' depends on all integers and cannot be evaluated"));
  EXPECT_THAT(theory_message("/*@ ensures { #univ = 3 } */"),
              HasSubstr("subject.hpp:16:5: error: 'univ' depends on all integers"));
  EXPECT_THAT(theory_message("/*@ ensures { some Int - this.list[Int] } */"),
              HasSubstr("depends on all integers"));
}

TEST(Theory, AMethodThatReturnsNothingHasNoResult) {
  const std::string text = "class Tree { public: int size;\n//@ ensures { @result = 1 }\nvoid clear(); };";
  EXPECT_THAT(header_message(text, "clear"),
              HasSubstr("subject.hpp:2:15: error: '@result' cannot be used here: the call has no result"));
}

TEST(Attaching, ClausesBelongToTheDeclarationThatFollows) {
  const HeaderFile header(
      "class Tree {\n"
      "  //@ invariant { this.size >= 0 }\n"
      "  int size;\n"
      "  struct Node { /*@ invariant { this.next != this } */ Node* next; };\n"
      "  Node* first;\n"
      " public:\n"
      "  //@ requires { this.size > 0 }\n"
      "  //@ ensures size == 0;\n"
      "  // an ordinary comment ( with a bracket\n"
      "  void clear(int = 3) const noexcept;\n"
      "  void other();\n"
      "};\n");
  const auto read = read_subject(header, "Tree", "clear");
  ASSERT_TRUE(read.ok()) << render(read.error());
  ASSERT_EQ(read->subject->behavior_contracts.size(), 1u);
  EXPECT_TRUE(read->subject->behavior_contracts[0].preconditions.at(0).relational.has_value());
  EXPECT_FALSE(read->subject->behavior_contracts[0].postconditions.at(0).relational.has_value());
  ASSERT_EQ(read->subject->invariants.size(), 2u);
  EXPECT_EQ(read->classes->at(read->subject->invariants[0].class_index).name, "Tree");
  EXPECT_EQ(read->classes->at(read->subject->invariants[1].class_index).name, "Tree::Node");
  const auto other = read_subject(header, "Tree", "other");
  ASSERT_TRUE(other.ok());
  EXPECT_TRUE(other->subject->behavior_contracts.empty());
}

TEST(Attaching, MisplacedClausesAreReported) {
  EXPECT_THAT(header_message("//@ invariant { some this.root }\nclass Tree { int size; };"),
              HasSubstr("subject.hpp:1:5: error: 'invariant' outside of a class"));
  EXPECT_THAT(
      header_message("class Tree {\n  //@ requires x;\n  int size;\n};"),
      HasSubstr(
          "subject.hpp:2:7: error: expected a function declaration after 'requires', found 'int size'"));
  EXPECT_THAT(
      header_message("class Tree { int size;\n  //@ ensures x;\n};"),
      HasSubstr("subject.hpp:2:7: error: expected a function declaration after 'ensures', found nothing"));
}

TEST(Attaching, ASpecFileReplacesComments) {
  const std::string text = "class Tree { int size; public: bool remove(int key); bool remove(long key); };";
  const HeaderFile header(
      text,
      "class Tree { invariant { this.size >= 0 }\n method bool remove(int k) { requires { @k > 0 } } }");
  const auto read = read_subject(header, "Tree", "remove");
  ASSERT_TRUE(read.ok()) << render(read.error());
  EXPECT_EQ(read->subject->invariants.size(), 1u);
  EXPECT_EQ(read->subject->contracts->functions.size(), 1u);
  const HeaderFile wrong(text, "class Tree { method bool insert(int k) { requires k > 0; } }");
  EXPECT_THAT(render(read_subject(wrong, "Tree").error()),
              HasSubstr("subject.spec:1:26: error: no function 'insert' in 'subject.hpp'"));
  const HeaderFile nobody(text, "class Three { }");
  EXPECT_THAT(render(read_subject(nobody, "Tree").error()),
              HasSubstr("subject.spec:1:7: error: unknown class 'Three'; did you mean 'Tree'?"));
}

TEST(Attaching, AnOverrideInheritsTheContractOfItsBase) {
  const HeaderFile header(
      "struct Shape {\n  int area;\n  //@ ensures { this.area >= @least }\n  virtual void grow(int "
      "least);\n};\n"
      "struct Square : Shape {\n  int side;\n  //@ ensures { this.side > 0 }\n  void grow(int minimum) "
      "override;\n};\n");
  const auto read = read_subject(header, "Square", "grow");
  ASSERT_TRUE(read.ok()) << render(read.error());
  ASSERT_EQ(read->subject->behavior_contracts.size(), 2u);
  EXPECT_EQ(read->subject->behavior_contracts[0].postconditions.at(0).clause->span.text(),
            "ensures { this.side > 0 }");
  EXPECT_EQ(read->subject->behavior_contracts[1].postconditions.at(0).clause->span.text(),
            "ensures { this.area >= @least }");
}

}  // namespace
}  // namespace fretsaw::contract
