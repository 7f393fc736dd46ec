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

std::string bounds_error(const Program& program, const std::vector<std::string>& words) {
  const auto found = program.run(words);
  return found ? "" : found.error().message;
}

TEST(Bounds, AFieldOrClassWithoutADomainIsRefused) {
  EXPECT_EQ(bounds_error(trees(), {}), "no bound on the number of 'BinaryTree::Node' objects");
  EXPECT_EQ(bounds_error(trees(), {"objects", "Node=2"}), "no bounds for 'BinaryTree::size_' of type 'int'");
  EXPECT_EQ(bounds_error(sequences(), {}), "no bounds for 'zoo::Sequences::numbers_.length'");
}

TEST(Bounds, EmptyAndReversedDomainsAreRefused) {
  EXPECT_EQ(bounds_error(trees(), {"size", "2", "values", "BinaryTree::size="}),
            "no values for 'BinaryTree::size'");
  EXPECT_EQ(bounds_error(trees(), {"size", "2", "values", "BinaryTree::size=3..1"}),
            "invalid value '3..1' for 'BinaryTree::size_': the minimum is above the maximum");
  EXPECT_EQ(bounds_error(trees(), {"objects", "Node=0", "values", "BinaryTree::size=0", "values",
                                   "BinaryTree::root=Node"}),
            "no values for 'BinaryTree::root_'");
}

TEST(Bounds, WhatDoesNotFitIsRefused) {
  EXPECT_EQ(bounds_error(trees(), {"size", "2", "values", "BinaryTree::size=5000000000"}),
            "invalid value '5000000000' for 'BinaryTree::size_': out of range for type 'int'");
  EXPECT_EQ(bounds_error(trees(), {"size", "2", "values", "BinaryTree::size=many"}),
            "invalid value 'many' for 'BinaryTree::size_' of type 'int'");
  EXPECT_EQ(bounds_error(trees(), {"size", "2", "values", "BinaryTree::size=0..2000000"}),
            "too many values for 'BinaryTree::size_': more than 1,048,576");
  EXPECT_EQ(bounds_error(trees(), {"size", "2", "values", "BinaryTree::root=BinaryTree"}),
            "invalid value 'BinaryTree' for 'BinaryTree::root_'");
  EXPECT_EQ(bounds_error(sequences(), {"size", "1", "values", "Sequences::numbers.length=-1..1"}),
            "invalid value '-1' for 'zoo::Sequences::numbers_.length': expected a length from 0 to 4096");
  EXPECT_EQ(bounds_error(sequences(), {"size", "1", "values", "Sequences::maybe.length=0..2"}),
            "invalid value '2' for 'zoo::Sequences::maybe_.length': an optional holds at most one value");
}

TEST(Bounds, UnknownNamesAreRefusedWithThoseThatExist) {
  EXPECT_EQ(bounds_error(trees(), {"size", "2", "objects", "Leaf=2"}), "unknown class 'Leaf'");
  const auto field = trees().run({"size", "2", "values", "BinaryTree::width=2"});
  ASSERT_FALSE(field);
  EXPECT_EQ(field.error().message, "unknown field 'BinaryTree::width'");
  ASSERT_EQ(field.error().notes.size(), 1U);
  EXPECT_EQ(field.error().notes[0].message, "'BinaryTree' has the fields root_, size_");
  EXPECT_EQ(bounds_error(trees(), {"size", "2", "values", "size=2"}), "no class in the field name 'size'");
  EXPECT_EQ(bounds_error(trees(), {"size", "2", "objects", "BinaryTree=2"}),
            "the number of 'BinaryTree' objects is always 1: no field refers to them");
}

// What is missing because of the name is not reported instead of it.
TEST(Bounds, AnUnknownNameIsReportedFirstWithTheNearestOne) {
  EXPECT_EQ(bounds_error(trees(), {"values", "BinaryTree::szie=2"}),
            "unknown field 'BinaryTree::szie'; did you mean 'BinaryTree::size_'?");
  EXPECT_EQ(bounds_error(trees(), {"objects", "Nodes=2"}), "unknown class 'Nodes'; did you mean 'Node'?");
  EXPECT_EQ(bounds_error(trees(), {"size", "2", "type", "BinaryTree::root=Nod"}),
            "invalid value 'Nod' for 'BinaryTree::root_'; did you mean 'Node'?");
}

TEST(Bounds, ZeroIsASize) { EXPECT_EQ(trees().search({"size", "0"}).totals.structures, 1U); }

// Its own, because tests run at the same time.
struct TemporaryFolder {
  Result<code::ScratchDirectory> scratch = code::ScratchDirectory::create();
  std::filesystem::path path = scratch->path();
};

inputs::GenerateRequest request_for(const std::string& header, const std::string& class_name) {
  inputs::GenerateRequest request;
  request.code.header = header;
  request.class_name = class_name;
  request.use_cache = false;
  return request;
}

TEST(ParseBounds, RefusesMalformedBounds) {
  const auto bounds_error = [](const std::vector<std::string>& objects,
                               const std::vector<std::string>& values,
                               const std::vector<std::string>& types) {
    const auto bounds = space::parse_bounds(objects, values, types);
    return bounds ? std::string() : bounds.error().message;
  };
  EXPECT_EQ(bounds_error({"Node"}, {}, {}),
            "invalid value 'Node' for '--objects': expected CLASS=N, such as Node=3");
  EXPECT_EQ(bounds_error({"Node=-1"}, {}, {}),
            "invalid value 'Node=-1' for '--objects': expected a number of at least 0");
  EXPECT_EQ(bounds_error({}, {"Node"}, {}),
            "invalid value 'Node' for '--values': expected CLASS::FIELD=VALUES, such as Node::key=1..3");
  EXPECT_EQ(bounds_error({}, {}, {"=Square"}),
            "invalid value '=Square' for '--type': expected CLASS::FIELD=CLASS, such as Scene::front=Square");
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

TEST(Generate, ReportsWhatAFinitizationMustDefine) {
  const TemporaryFolder folder;
  const auto path = folder.path / "finitization.cpp";
  std::ofstream(path) << "\n";
  inputs::GenerateRequest request = request_for(example("binary_tree.hpp"), "BinaryTree");
  request.finitization = path.string();
  EXPECT_EQ(inputs::generate(request, {}).error().message,
            "the finitization does not define 'void finitize_BinaryTree(fretsaw::Finitization&, int)'");
}

TEST(Generate, ReportsAThrowingConstructorWithItsLocation) {
  const TemporaryFolder folder;
  std::ofstream(folder.path / "angry.hpp") << "#include <stdexcept>\n"
                                              "struct Angry { Angry() { throw std::runtime_error(\"not "
                                              "now\"); } bool rep_ok() const { return true; } };\n";
  const inputs::GenerateRequest request = request_for((folder.path / "angry.hpp").string(), "Angry");
  const auto refused = inputs::generate(request, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "the default constructor of 'Angry' threw an exception: not now");
  ASSERT_TRUE(refused.error().location);
  EXPECT_EQ(refused.error().location->line, 2U);
}

TEST(Generate, CompilesInEveryStandardAndReportsMissingSources) {
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
  EXPECT_EQ(missing.error().message, "'Old::rep_ok() const' is declared but not defined");
  EXPECT_EQ(missing.error().hint, "add the source file that defines it with --source FILE");
  request.code.sources = {(folder / "fretsaw_old.cpp").string()};
  const auto found = inputs::generate(request, {});
  ASSERT_TRUE(found) << render(found.error());
  EXPECT_EQ(found->structures, 1U);
}

Result<code::Classes> read(const std::string& header, const std::string& class_name) {
  return code::reflect({header, {}, {"-std=c++20"}}, class_name);
}

TEST(Skeleton, DerivesBoundsAndMarksTheGaps) {
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
                .find("types.hpp. Replace every ?\?\? by the values of the field.\n"),
            std::string::npos);
  const auto unsupported = read(test_class("types.hpp"), "Unsupported");
  ASSERT_TRUE(unsupported);
  EXPECT_NE(space::skeleton(*unsupported, unsupported->root).find("f.leave(\"zoo::Unsupported::table_\");"),
            std::string::npos);
}

}  // namespace
}  // namespace fretsaw::testing
