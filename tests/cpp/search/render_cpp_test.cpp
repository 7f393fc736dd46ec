// SPDX-License-Identifier: MIT
// The C++ that builds a structure, compiled and run: it must build one that the predicate accepts, and no two
// may be the same to look at.
#include <cstdlib>
#include <fstream>

#include "cpp/code/scratch_directory.hpp"
#include "cpp/search/collection.hpp"

namespace fretsaw::testing {
namespace {

// Compiles all structures found into one program, which says whether the predicate holds for each.
void expect_rebuilt(const std::string& header, const std::vector<Found>& found) {
  auto folder = code::ScratchDirectory::create();
  ASSERT_TRUE(folder);
  std::string text = space::cpp_opening(test_class(header));
  std::uint64_t number = 0;
  for (const Found& some : found)
    for (const space::ObjectGraph& graph : some.graphs) text += space::render_cpp(graph, ++number);
  ASSERT_GT(number, 0U);
  text += "int main() {\n  int wrong = 0;\n";
  for (std::uint64_t i = 1; i <= number; ++i)
    text += "  wrong += structure_" + std::to_string(i) + "()->rep_ok() ? 0 : 1;\n";
  text += "  return wrong;\n}\n";
  const auto source = folder->write("structures.cpp", text);
  ASSERT_TRUE(source);
  const std::string program = folder->path("structures");
  const std::string command = "g++ -std=c++17 -O0 -fno-access-control -o " + program + " " + *source;
  ASSERT_EQ(std::system(command.c_str()), 0) << text;
  EXPECT_EQ(std::system(program.c_str()), 0) << text;
}

TEST(StructuresAsCpp, PointIntoObjectsAndToStatics) {
  const Collection all("pointers.hpp", "Pointers",
                       {"ring", "queue", "sentinels", "skip_list", "sets", "heap", "quadtree", "intervals",
                        "tree", "intrusive", "ended", "measured"});
  expect_rebuilt(
      "pointers.hpp",
      {all.search("ring", size(2)), all.search("queue", size(2)), all.search("ended", size(2)),
       all.search("measured", size(2)), all.search("skip_list", size(2)),
       all.search("sentinels", {"objects", "Sentinels::Node=2", "values", "Sentinels::Node::mark=0"})});
}

TEST(StructuresAsCpp, HaveContainers) {
  const Collection all("containers.hpp", "Containers",
                       {"palindrome", "trie", "cache", "btree", "skip_list", "graph", "table", "rope",
                        "bimap", "index", "ordered", "window", "polynomial", "board", "kids", "values"});
  std::vector<Found> found;
  for (const char* const member : {"palindrome", "trie", "cache", "graph", "bimap", "index", "ordered",
                                   "window", "polynomial", "board", "kids"})
    found.push_back(all.search(member, size(1)));
  found.push_back(all.search("values", {"size",    "1",
                                        "objects", "Station=1",
                                        "values",  "Containers::values.point.real=1",
                                        "values",  "Containers::values.point.imag=0",
                                        "values",  "Containers::values.triple.0=true",
                                        "values",  "Containers::values.triple.1=1",
                                        "values",  "Containers::values.triple.2=false",
                                        "values",  "Containers::values.bits.0=false",
                                        "values",  "Containers::values.bits.1=false",
                                        "values",  "Containers::values.counter=1",
                                        "values",  "Containers::values.delay=1",
                                        "values",  "Containers::values.choices=true",
                                        "values",  "Containers::values.names.length=1",
                                        "values",  "Station::line=1"}));
  expect_rebuilt("containers.hpp", found);
}

TEST(StructuresAsCpp, HaveAdaptorsTimesAndOwners) {
  const Collection all("library_types.hpp", "LibraryTypes",
                       {"adaptors", "times", "owner", "allocated", "keyed"});
  std::vector<Found> found;
  for (const char* const member : {"adaptors", "times", "owner", "allocated", "keyed"})
    found.push_back(all.search(member, size(1)));
  expect_rebuilt("library_types.hpp", found);
}

TEST(StructuresAsCpp, PointToElements) {
  const Collection all("elements.hpp", "Elements",
                       {"list", "slab", "recent", "cursor", "fixed", "web", "nested"});
  expect_rebuilt(
      "elements.hpp",
      {all.search("list", {"objects", "PooledList::Node=0", "values", "PooledList::pool.length=0..3"}),
       all.search("slab", {"objects", "Slot=0", "values", "Slab::capacity=0..2", "values",
                           "Slab::slots.length=capacity"}),
       all.search("recent", {"size", "2", "objects", "Entry=0"}),
       all.search("fixed", {"objects", "Fixed::Node=0"})});
}

TEST(StructuresAsCpp, AreOneOfSeveralThings) {
  const Collection all("alternatives.hpp", "Alternatives",
                       {"setting", "arithmetic", "tagged", "reg", "free_list", "document"});
  expect_rebuilt("alternatives.hpp",
                 {all.search("setting", {"size", "2", "values", "Setting::value.2.length=0"}),
                  all.search("arithmetic", {"objects", "Arithmetic::Node=3", "values", "Operation::sign='+'",
                                            "values", "Arithmetic::Node::content.0=1"}),
                  all.search("document", size(1)),
                  all.search("free_list", {"objects", "Slot=0", "values", "FreeList::slots.length=0..2",
                                           "values", "Slot::content.1=0"}),
                  all.search("tagged", {"objects", "Tagged=2", "values", "Tagged::union.member=kind",
                                        "values", "Tagged::number=1", "values", "Tagged::letters=a"})});
}

}  // namespace
}  // namespace fretsaw::testing
