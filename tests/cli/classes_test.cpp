// SPDX-License-Identifier: MIT
// Known sequences of isomorphism classes, from models that say nothing about symmetry (models/structures).
#include <gtest/gtest.h>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

struct Sequence {
  const char* name;   // of the test
  const char* model;  // in models/structures
  const char* command;
  const char* scope;  // with @ for the size, % for one more; empty: the command's own
  const char* root;   // empty: none
  int first;
  std::vector<std::uint64_t> counts;  // from size `first` on
};

std::string with_size(std::string text, int size) {
  for (const auto& [mark, number] : {std::pair("@", size), std::pair("%", size + 1)}) {
    for (std::size_t at = 0; (at = text.find(mark)) != std::string::npos;)
      text.replace(at, 1, std::to_string(number));
  }
  return text;
}

void PrintTo(const Sequence& sequence, std::ostream* out) {
  *out << sequence.model << ' ' << sequence.command;
}

class Classes : public testing::TestWithParam<Sequence> {};

TEST_P(Classes, AreCountedExactly) {
  const Sequence& sequence = GetParam();
  for (std::size_t i = 0; i < sequence.counts.size(); ++i) {
    const int size = sequence.first + static_cast<int>(i);
    const std::string model =
        std::string(FRETSAW_SOURCE_DIR) + "/models/structures/" + sequence.model + ".als";
    std::vector<std::string> words{"enumerate", model, "-c", sequence.command, "--count", "--json"};
    if (*sequence.scope != '\0') words.insert(words.end(), {"--scope", with_size(sequence.scope, size)});
    if (*sequence.root != '\0') words.insert(words.end(), {"--root", sequence.root});
    const auto document = fretsaw(words).json();
    ASSERT_TRUE(document.contains("instances")) << document;
    EXPECT_EQ(document["instances"], sequence.counts[i]) << "size " << size;
    EXPECT_EQ(document["complete"], true);
    EXPECT_EQ(document["symmetry"], "exact");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Structures, Classes,
    testing::Values(
        Sequence{
            "BinaryTrees", "binary_trees", "0", "exactly @ Node", "", 1, {1, 2, 5, 14, 42, 132, 429, 1430}},
        Sequence{"SearchTreesUpToThreeNodes", "search_trees", "small", "", "", 3, {15}},
        Sequence{"Lists", "lists", "0", "exactly % Entry, @ Object", "", 1, {1, 2, 5, 15, 52, 203, 877}},
        Sequence{
            "RedBlackTrees", "red_black_trees", "0", "exactly @ Node, 5 int", "", 1, {2, 2, 3, 8, 14, 20}},
        Sequence{"RedBlackTreesWithBlackRoot",
                 "red_black_trees",
                 "1",
                 "exactly @ Node, 5 int",
                 "",
                 1,
                 {1, 2, 2, 4, 8, 16}},
        Sequence{"HashSets", "hash_sets", "0", "exactly @ Bucket, exactly @ Entry", "", 6, {462, 1716}},
        Sequence{"ArrayHeapsOfThree", "array_heaps", "0", "", "", 3, {66}},
        Sequence{"TwoPointerGraphs", "two_pointers", "allReachable", "exactly @ Node", "", 3, {816, 20225}},
        Sequence{"TwoPointerGraphsFromARoot", "two_pointers", "anything", "exactly @ Node", "Root", 3, {866}},
        Sequence{"Relations", "graphs", "relation", "exactly @ Node", "", 1, {2, 10, 104, 3044}},
        Sequence{"UndirectedGraphs", "graphs", "undirected", "exactly @ Node", "", 1, {1, 2, 4, 11, 34, 156}},
        Sequence{"PartialOrders", "graphs", "partialOrder", "exactly @ Node", "", 1, {1, 2, 5, 16, 63, 318}},
        Sequence{"Functions", "graphs", "function", "exactly @ Node", "", 1, {1, 3, 7, 19, 47, 130}},
        Sequence{"MutuallyRecursiveTypes", "mutual", "allReachable", "", "", 3, {1012}},
        Sequence{"MutuallyRecursiveTypesWithoutNull", "mutual", "noNull", "", "", 3, {198}},
        Sequence{"MutuallyRecursiveTypesFromARoot", "mutual", "anything", "", "Root", 3, {1325}},
        Sequence{"OrientedGraphs", "graphs", "oriented", "exactly @ Node", "", 1, {1, 2, 7, 42, 582}},
        Sequence{"Tournaments", "graphs", "tournament", "exactly @ Node", "", 1, {1, 1, 2, 4, 12, 56}},
        Sequence{
            "ConnectedGraphs", "graphs", "connectedGraph", "exactly @ Node", "", 1, {1, 1, 2, 6, 21, 112}},
        Sequence{"Trees", "graphs", "tree", "exactly @ Node", "", 1, {1, 1, 1, 2, 3, 6, 11}},
        Sequence{"Forests", "graphs", "forestGraph", "exactly @ Node", "", 1, {1, 2, 3, 6, 10, 20}},
        Sequence{"RootedTrees", "graphs", "rootedTree", "exactly @ Node", "", 1, {1, 1, 2, 4, 9, 20, 48}},
        Sequence{"Preorders", "graphs", "preorder", "exactly @ Node", "", 1, {1, 3, 9, 33, 139}},
        Sequence{"TotalPreorders", "graphs", "totalPreorder", "exactly @ Node", "", 1, {1, 2, 4, 8, 16}},
        Sequence{"Equivalences", "graphs", "equivalence", "exactly @ Node", "", 1, {1, 2, 3, 5, 7, 11}},
        Sequence{"Lattices", "graphs", "lattice", "exactly @ Node", "", 1, {1, 1, 1, 2, 5, 15}},
        Sequence{
            "PartialFunctions", "graphs", "partialFunction", "exactly @ Node", "", 1, {2, 6, 16, 45, 121}},
        Sequence{"Permutations", "graphs", "permutation", "exactly @ Node", "", 1, {1, 2, 3, 5, 7, 11}},
        Sequence{"Involutions", "graphs", "involution", "exactly @ Node", "", 1, {1, 2, 2, 3, 3, 4}},
        Sequence{"Magmas", "algebras", "magma", "exactly @ Element", "", 1, {1, 10}},
        Sequence{"Semigroups", "algebras", "semigroup", "exactly @ Element", "", 1, {1, 5, 24, 188}},
        Sequence{"Monoids", "algebras", "monoid", "exactly @ Element", "", 1, {1, 2, 7, 35}},
        Sequence{"Groups", "algebras", "group", "exactly @ Element", "", 1, {1, 1, 1, 2, 1}},
        Sequence{"Quasigroups", "algebras", "quasigroup", "exactly @ Element", "", 1, {1, 1, 5, 35}},
        Sequence{
            "UnitalQuasigroups", "algebras", "unitalQuasigroup", "exactly @ Element", "", 1, {1, 1, 1, 2, 6}},
        Sequence{"FamiliesOfSets", "set_systems", "family", "exactly @ Point, 8 Set", "", 0, {2, 4, 12, 80}},
        Sequence{
            "Antichains", "set_systems", "antichain", "exactly @ Point, 6 Set", "", 0, {2, 3, 5, 10, 30}},
        Sequence{"Topologies", "set_systems", "topology", "exactly @ Point, 8 Set", "", 1, {1, 3, 9}},
        Sequence{"Automata", "automata", "automaton", "exactly @ State", "", 1, {2, 48, 1728}},
        Sequence{"AutomataWithoutFinalStates",
                 "automata",
                 "withoutFinal",
                 "exactly @ State",
                 "",
                 1,
                 {1, 12, 216, 5248}},
        Sequence{"Terms", "terms", "term", "exactly @ Term", "", 1, {1, 1, 2, 4, 9, 21, 51}},
        Sequence{"Folders", "folders", "folders", "exactly @ Object", "", 1, {1, 2, 5, 13, 37}}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace fretsaw::test
