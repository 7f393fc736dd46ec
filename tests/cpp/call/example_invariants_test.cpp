// SPDX-License-Identifier: MIT
// The invariants of the examples, in both forms: the solver, with the formulas in examples/structures/relational,
// finds the same objects as the search with rep_ok.
#include <gmock/gmock.h>

#include <map>

#include "cpp/inputs/generated.hpp"

namespace fretsaw::call {
namespace {

const std::filesystem::path kStructures = FRETSAW_SOURCE_DIR "/examples/structures";

struct Example {
  const char* class_name;
  std::size_t count;  // of objects within the bounds
  int size;
  std::vector<std::string> values{};
  std::vector<std::string> objects{};
};

const std::map<std::string, Example>& examples() {
  static const std::map<std::string, Example> kAll = {
      {"array_stack", {"ArrayStack", 112, 3, {"ArrayStack::elements_.length=capacity_"}}},
      {"attribute_value_tree", {"ins::AttributeValueTree", 169, 2}},
      {"binary_tree", {"BinaryTree", 23, 4}},
      {"directed_acyclic_graph", {"DirectedAcyclicGraph", 5, 2}},
      {"disjoint_sets", {"DisjointSets", 15, 3}},
      {"fibonacci_heap", {"FibonacciHeap", 12, 2, {"Node::key=1..2"}}},
      {"hash_set", {"HashSet", 18, 3, {"HashSet::max_load_=0.75"}}},
      {"heap_array", {"HeapArray", 66, 3, {"HeapArray::array_=-1..3"}}},
      {"linked_list", {"LinkedList", 9, 3, {}, {"Entry=4"}}},
      {"red_black_tree", {"RedBlackTree", 33, 3, {"Node::value=0"}}},
      {"search_tree", {"SearchTree", 37, 3}},
      {"singly_linked_list", {"SinglyLinkedList", 9, 3, {}, {"Entry=4"}}},
      {"sorted_list", {"SortedList", 20, 3, {}, {"Entry=4"}}},
  };
  return kAll;
}

std::string text_of_file(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

class ExampleInvariants : public testing::TestWithParam<std::string> {};

TEST_P(ExampleInvariants, AreTheSameInBracesAndInCxx) {
  ASSERT_TRUE(examples().contains(GetParam())) << "bounds for this example are missing here";
  const Example& example = examples().at(GetParam());
  const contract::HeaderFile header(text_of_file(kStructures / (GetParam() + ".hpp")),
                                    text_of_file(kStructures / "relational" / (GetParam() + ".spec")));
  const auto solved = inputs::generated(header, example.class_name, std::nullopt, example.size,
                                        example.values, example.objects);
  ASSERT_TRUE(solved.ok()) << render(solved.error());
  const auto searched =
      inputs::generated(header, example.class_name, "rep_ok", example.size, example.values, example.objects);
  ASSERT_TRUE(searched.ok()) << render(searched.error());
  EXPECT_EQ(solved->given, solved->objects.size()) << "an object came twice";
  EXPECT_EQ(solved->objects, searched->objects);
  EXPECT_EQ(solved->given, example.count);
}

std::vector<std::string> names_of_specs() {
  std::vector<std::string> names;
  for (const auto& file : std::filesystem::directory_iterator(kStructures / "relational"))
    names.push_back(file.path().stem().string());
  std::ranges::sort(names);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, ExampleInvariants, testing::ValuesIn(names_of_specs()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace fretsaw::call
