// SPDX-License-Identifier: MIT
// Bounds that make no sense, each with its message; and what call::generate() refuses before anything is
// compiled.
#include "support/bounds.hpp"

#include <filesystem>
#include <fstream>

#include "cpp/code/reflect.hpp"
#include "cpp/inputs/generate.hpp"
#include "cpp/search/searching.hpp"
#include "cpp/space/child/setup.hpp"
#include "cpp/space/skeleton.hpp"

namespace fretsaw::testing {
namespace {

const Program& sequences() {
  static const Program kProgram(test_class("types.hpp"), "Sequences");
  return kProgram;
}

const Program& trees() {
  static const Program kProgram(example("binary_tree.hpp"), "BinaryTree");
  return kProgram;
}

std::string refusal(const Program& program, const std::vector<std::string>& words) {
  const auto found = program.run(words);
  return found ? "" : found.error().message;
}

TEST(Bounds, AFieldOrClassWithoutADomainIsRefused) {
  EXPECT_EQ(refusal(trees(), {}), "how many objects of class BinaryTree::Node are there?");
  EXPECT_EQ(refusal(trees(), {"objects", "Node=2"}),
            "BinaryTree::size_ has no domain: which values of type int may it take?");
  EXPECT_EQ(refusal(sequences(), {}), "zoo::Sequences::numbers_.length has no domain");
}

TEST(Bounds, EmptyAndReversedDomainsAreRefused) {
  EXPECT_EQ(refusal(trees(), {"size", "2", "values", "BinaryTree::size="}),
            "the domain of BinaryTree::size is empty");
  EXPECT_EQ(refusal(trees(), {"size", "2", "values", "BinaryTree::size=3..1"}),
            "BinaryTree::size_: the range 3..1 is empty: its minimum is above its maximum");
  EXPECT_EQ(refusal(trees(),
                    {"objects", "Node=0", "values", "BinaryTree::size=0", "values", "BinaryTree::root=Node"}),
            "the domain of BinaryTree::root_ is empty");
}

TEST(Bounds, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(refusal(trees(), {"size", "2", "values", "BinaryTree::size=5000000000"}),
            "BinaryTree::size_: 5000000000 does not fit into int");
  EXPECT_EQ(refusal(trees(), {"size", "2", "values", "BinaryTree::size=many"}),
            "BinaryTree::size_: 'many' is no value of type int");
  EXPECT_EQ(refusal(trees(), {"size", "2", "values", "BinaryTree::size=0..2000000"}),
            "BinaryTree::size_: a domain of more than a million values cannot be searched");
  EXPECT_EQ(refusal(trees(), {"size", "2", "values", "BinaryTree::root=BinaryTree"}),
            "BinaryTree::root_: 'BinaryTree' is neither null nor a class derived from BinaryTree::Node");
  EXPECT_EQ(refusal(sequences(), {"size", "1", "values", "Sequences::numbers.length=-1..1"}),
            "zoo::Sequences::numbers_.length: a length cannot be negative");
  EXPECT_EQ(refusal(sequences(), {"size", "1", "values", "Sequences::maybe.length=0..2"}),
            "zoo::Sequences::maybe_.length: an optional holds at most one value");
}

TEST(Bounds, UnknownNamesAreRefusedWithThoseThatExist) {
  EXPECT_EQ(refusal(trees(), {"size", "2", "objects", "Leaf=2"}), "no class 'Leaf' occurs in the objects");
  const auto field = trees().run({"size", "2", "values", "BinaryTree::width=2"});
  ASSERT_FALSE(field);
  EXPECT_EQ(field.error().message, "BinaryTree has no field 'width'");
  EXPECT_EQ(field.error().hint, "its fields are root_, size_");
  EXPECT_EQ(refusal(trees(), {"size", "2", "values", "size=2"}), "'size' does not say whose field it is");
  EXPECT_EQ(refusal(trees(), {"size", "2", "objects", "BinaryTree=2"}),
            "no field refers to objects of class BinaryTree, so there is exactly one of them, the root");
}

TEST(Bounds, ZeroIsASize) { EXPECT_EQ(trees().search({"size", "0"}).totals.structures, 1U); }

// Its own, because tests run at the same time.
struct TemporaryFolder {
  Result<code::ScratchFolder> scratch = code::ScratchFolder::create();
  std::filesystem::path path = scratch->path();
};

inputs::GenerateRequest request_for(const std::string& header, const std::string& class_name) {
  inputs::GenerateRequest request;
  request.code.header = header;
  request.class_name = class_name;
  request.use_cache = false;
  return request;
}

TEST(ParseBounds, RefusesWhatHasNotTheForm) {
  const auto refusal = [](const std::vector<std::string>& objects, const std::vector<std::string>& values,
                          const std::vector<std::string>& types) {
    const auto bounds = space::parse_bounds(objects, values, types);
    return bounds ? std::string() : bounds.error().message;
  };
  EXPECT_EQ(refusal({"Node"}, {}, {}), "--objects Node: a class and a number are expected");
  EXPECT_EQ(refusal({"Node=-1"}, {}, {}), "--objects Node=-1: the number cannot be negative");
  EXPECT_EQ(refusal({}, {"Node"}, {}), "--values Node: a field and its values are expected");
  EXPECT_EQ(refusal({}, {}, {"=Square"}), "--type =Square: a field and a class are expected");
}

TEST(ParseBounds, SplitsNamesFromWhatTheyAreBoundTo) {
  const auto bounds =
      space::parse_bounds({"Map<a==b>=2"}, {"Node::key='=',1"}, {"Scene::front=Square", "Scene::back=Disk"});
  ASSERT_TRUE(bounds);
  EXPECT_EQ(bounds->objects, (std::vector<std::pair<std::string, int>>{{"Map<a==b>", 2}}));
  EXPECT_EQ(bounds->values, (std::vector<std::pair<std::string, std::string>>{{"Node::key", "'=',1"}}));
  EXPECT_EQ(bounds->types, (std::vector<std::pair<std::string, std::string>>{{"Scene::front", "Square"},
                                                                             {"Scene::back", "Disk"}}));
  // As the programs get them, and read them again.
  const std::vector<std::string> words = space::to_words(*bounds);
  const auto again = space::setup_from(std::vector<std::string_view>(words.begin(), words.end()));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->bounds.objects, bounds->objects);
  EXPECT_EQ(again->bounds.values, bounds->values);
  EXPECT_EQ(again->bounds.types, bounds->types);
}

TEST(Generate, RefusesBadOptionsBeforeCompiling) {
  inputs::GenerateRequest request = request_for(example("binary_tree.hpp"), "BinaryTree");
  request.part = {3, 2};
  EXPECT_EQ(inputs::generate(request, {}).error().message,
            "invalid value '3/2' for '--part': expected K/N with K from 1 to N");
}

TEST(Generate, FollowsAFinitizationThatTheCommandLineRefines) {
  const TemporaryFolder folder;
  const auto path = folder.path / "finitization.cpp";
  std::ofstream(path)
      << "#include <fretsaw/finitization.hpp>\n"
         "void finitize_BinaryTree(fretsaw::Finitization& f, int size) {\n"
         "  f.objects(\"Node\", size).set(\"BinaryTree::root\", fretsaw::null_or(\"Node\"));\n"
         "  f.set(\"BinaryTree::size\", fretsaw::range(2, 3));\n}\n";
  inputs::GenerateRequest request = request_for(example("binary_tree.hpp"), "BinaryTree");
  request.bounds.size = 3;
  request.finitization = path.string();
  request.wants_structures = false;
  const auto both = inputs::generate(request, {});
  ASSERT_TRUE(both) << render(both.error());
  EXPECT_EQ(both->structures, 2U + 5U);
}

TEST(Generate, SaysWhatAFinitizationMustDefine) {
  const TemporaryFolder folder;
  const auto path = folder.path / "finitization.cpp";
  std::ofstream(path) << "\n";
  inputs::GenerateRequest request = request_for(example("binary_tree.hpp"), "BinaryTree");
  request.finitization = path.string();
  EXPECT_EQ(inputs::generate(request, {}).error().message,
            "the finitization does not define 'void finitize_BinaryTree(fretsaw::Finitization&, int)'");
}

TEST(Generate, SaysThatAConstructorThrowsAndWhere) {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "angry.hpp") << "#include <stdexcept>\n"
                                              "struct Angry { Angry() { throw std::runtime_error(\"not "
                                              "now\"); } bool rep_ok() const { return true; } };\n";
  const inputs::GenerateRequest request = request_for((folder.path / "angry.hpp").string(), "Angry");
  const auto refused = inputs::generate(request, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the default constructor of Angry throws an exception: not now");
  ASSERT_TRUE(refused.error().location);
  EXPECT_EQ(refused.error().location->line, 2U);
}

TEST(Generate, CompilesInEveryStandardAndAsksForMissingSources) {
  const TemporaryFolder own;
  const auto& folder = own.path;
  std::ofstream(folder / "fretsaw_old.hpp")
      << "struct Old { Old* next; int value; bool rep_ok() const throw(); };\n";
  std::ofstream(folder / "fretsaw_old.cpp") << "#include \"fretsaw_old.hpp\"\nbool Old::rep_ok() const "
                                               "throw() { return next == 0 && value == 1; }\n";
  inputs::GenerateRequest request = request_for((folder / "fretsaw_old.hpp").string(), "Old");
  request.code.cxxflags = "-std=c++98";
  request.bounds.size = 2;
  request.wants_structures = false;
  const auto missing = inputs::generate(request, {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().message, "Old::rep_ok() const is declared but not defined");
  EXPECT_EQ(missing.error().hint, "give the source file that defines it with --source FILE");
  request.code.sources = {(folder / "fretsaw_old.cpp").string()};
  const auto found = inputs::generate(request, {});
  ASSERT_TRUE(found) << render(found.error());
  EXPECT_EQ(found->structures, 1U);
}

Result<code::Classes> read(const std::string& header, const std::string& class_name) {
  return code::reflect({header, {}, {"-std=c++20"}}, class_name);
}

TEST(Skeleton, SaysWhatCanBeDerivedAndMarksTheGaps) {
  const auto tree = read(example("binary_tree.hpp"), "BinaryTree");
  ASSERT_TRUE(tree);
  EXPECT_EQ(
      space::skeleton(*tree, tree->root),
      "// Finitization of BinaryTree, from binary_tree.hpp.\n//\n"
      "// BinaryTree, 16 bytes\n//   root_: BinaryTree::Node *\n//   size_: int\n//\n"
      "// BinaryTree::Node, 16 bytes\n//   left: BinaryTree::Node *\n//   right: BinaryTree::Node *\n//\n"
      "#include <fretsaw/finitization.hpp>\n\n"
      "void finitize_BinaryTree(fretsaw::Finitization& f, int size) {\n"
      "  f.objects(\"BinaryTree::Node\", size);\n"
      "  f.set(\"BinaryTree::root_\", fretsaw::null_or(\"BinaryTree::Node\"));\n"
      "  f.set(\"BinaryTree::Node::left\", fretsaw::null_or(\"BinaryTree::Node\"));\n"
      "  f.set(\"BinaryTree::Node::right\", fretsaw::null_or(\"BinaryTree::Node\"));\n"
      "  f.set(\"BinaryTree::size_\", fretsaw::range(0, size));\n}\n");
  const auto values = read(test_class("types.hpp"), "Values");
  ASSERT_TRUE(values);
  EXPECT_NE(space::skeleton(*values, values->root).find("f.set(\"zoo::Values::real_\", ?\?\?);  // double"),
            std::string::npos);
  EXPECT_NE(space::skeleton(*values, values->root)
                .find("types.hpp. Replace every ?\?\? by what the field may hold.\n"),
            std::string::npos);
  const auto unsupported = read(test_class("types.hpp"), "Unsupported");
  ASSERT_TRUE(unsupported);
  EXPECT_NE(space::skeleton(*unsupported, unsupported->root).find("f.leave(\"zoo::Unsupported::table_\");"),
            std::string::npos);
}

}  // namespace
}  // namespace fretsaw::testing
