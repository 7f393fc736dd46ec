// SPDX-License-Identifier: MIT
// Classes in the manner of real libraries, with counts that other programs, or formulas, give. Many share one
// program: the others are left as they are constructed.
#include <functional>

#include "cpp/search/collection.hpp"

namespace fretsaw::testing {
namespace {

std::uint64_t catalan(int n) { return choose(2 * n, n) / static_cast<std::uint64_t>(n + 1); }

// Trees with nodes of one to three keys and all leaves on one level: ways to put `keys` keys on `levels`.
std::uint64_t balanced_trees(int levels, int keys) {
  if (levels == 1) return keys >= 1 && keys <= 3 ? 1 : 0;
  std::uint64_t sum = 0;
  for (int own = 1; own <= 3; ++own) {
    const std::function<std::uint64_t(int, int)> spread = [&](int children, int left) -> std::uint64_t {
      if (children == 0) return left == 0 ? 1 : 0;
      std::uint64_t ways = 0;
      for (int first = 1; first <= left; ++first)
        ways += balanced_trees(levels - 1, first) * spread(children - 1, left - first);
      return ways;
    };
    if (keys > own) sum += spread(own + 1, keys - own);
  }
  return sum;
}

// With keys out of 1..most, two levels at most; the empty tree, too.
std::uint64_t balanced_trees_up_to(int most) {
  std::uint64_t sum = 1;
  for (int keys = 1; keys <= most; ++keys)
    sum += choose(most, keys) * (balanced_trees(1, keys) + balanced_trees(2, keys));
  return sum;
}

const Collection& pointers() {
  static const Collection kAll("pointers.hpp", "Pointers",
                               {"ring", "queue", "sentinels", "skip_list", "sets", "heap", "quadtree",
                                "intervals", "tree", "intrusive", "ended", "measured"});
  return kAll;
}

TEST(PlainPointers, ARingRunsThroughTheHeadInTheListItself) {
  for (int n = 0; n <= 3; ++n) EXPECT_EQ(pointers().count("ring", size(n)), static_cast<unsigned>(n + 1));
  const Found one = pointers().search("ring", size(1));
  ASSERT_EQ(one.structures.size(), 2U);
  EXPECT_NE(one.structures[0].find("head = {next = Link$0, prev = Link$0}"), std::string::npos);
  EXPECT_NE(one.structures[0].find("wild::Link {next = &Pointers$0.ring.head, prev = &Pointers$0.ring.head}"),
            std::string::npos);
}

TEST(PlainPointers, AQueueHoldsPointersToPointers) {
  for (int n = 0; n <= 3; ++n) EXPECT_EQ(pointers().count("queue", size(n)), static_cast<unsigned>(n + 1));
  EXPECT_NE(pointers().search("queue", size(1)).structures[1].find("last = &Entry$0.next"),
            std::string::npos);
}

// Red-black trees of `nodes` nodes with that black height, below a red or a black parent.
std::uint64_t red_black(int nodes, int height, bool below_red) {
  if (nodes == 0) return height == 0 ? 1 : 0;
  std::uint64_t sum = 0;
  for (int left = 0; left < nodes; ++left) {
    if (height > 0)
      sum += red_black(left, height - 1, false) * red_black(nodes - 1 - left, height - 1, false);
    if (!below_red) sum += red_black(left, height, true) * red_black(nodes - 1 - left, height, true);
  }
  return sum;
}

TEST(PlainPointers, TheLeavesOfATreeAreOneStaticNode) {
  std::uint64_t expected = 0;
  for (int nodes = 0; nodes <= 3; ++nodes)
    for (int height = 0; height <= nodes; ++height) expected += red_black(nodes, height, true);
  const Found found =
      pointers().search("sentinels", {"objects", "Sentinels::Node=3", "values", "Sentinels::Node::mark=0"});
  EXPECT_EQ(found.totals.structures, expected);
  EXPECT_NE(found.structures.back().find("root = &wild::Sentinels::nil"), std::string::npos);
}

TEST(PlainPointers, TheUpperLevelOfASkipListIsASubsequence) {
  EXPECT_EQ(pointers().count("skip_list", size(3)), power(2, 4) - 1);
}

TEST(PlainPointers, DisjointSetsAreRootedForests) {
  EXPECT_EQ(pointers().count("sets", size(3)), power(4, 2));
}

std::uint64_t leftist(int nodes, int rank) {
  if (nodes == 0) return rank == 0 ? 1 : 0;
  std::uint64_t sum = 0;
  for (int left = 0; left < nodes; ++left)
    for (int left_rank = rank - 1; rank > 0 && left_rank <= nodes; ++left_rank)
      sum += leftist(left, left_rank) * leftist(nodes - 1 - left, rank - 1);
  return sum;
}

TEST(PlainPointers, LeftistHeaps) {
  std::uint64_t expected = 0;
  for (int nodes = 0; nodes <= 3; ++nodes)
    for (int rank = 0; rank <= nodes; ++rank) expected += leftist(nodes, rank);
  EXPECT_EQ(pointers().count("heap", size(3)), expected);
}

TEST(PlainPointers, QuadtreesHaveFourChildrenOrNone) {
  // The empty one; one node; five; nine, in four ways.
  EXPECT_EQ(
      pointers().count("quadtree", {"objects", "Quadtree::Node=9", "values", "Quadtree::Node::number=0..8"}),
      1U + 1 + 1 + 4);
}

TEST(PlainPointers, IntervalTrees) {
  // A search tree over the beginnings, and an end for each.
  const int most = 2;
  std::uint64_t expected = 0;
  for (int set = 0; set < 1 << (most + 1); ++set) {
    std::uint64_t ends = 1;
    int members = 0;
    for (int low = 0; low <= most; ++low) {
      if ((set >> low & 1) == 0) continue;
      ++members;
      ends *= static_cast<std::uint64_t>(most - low + 1);
    }
    if (members <= 2) expected += catalan(members) * ends;
  }
  EXPECT_EQ(pointers().count("intervals", size(2)), expected);
}

TEST(PlainPointers, TwoThreeFourTrees) {
  EXPECT_EQ(pointers().count(
                "tree", {"objects", "TwoThreeFourTree::Node=3", "values",
                         "TwoThreeFourTree::Node::count=0..3", "values", "TwoThreeFourTree::Node::key=0..3"}),
            balanced_trees_up_to(3));
}

TEST(PlainPointers, HooksAreBasesOfTemplates) {
  // Ascending values out of 0..1.
  std::uint64_t expected = 0;
  for (int k = 0; k <= 2; ++k) expected += choose(k + 1, k);
  EXPECT_EQ(pointers().count("intrusive", {"objects", "Member=2", "objects", "Hook=0", "values",
                                           "Member::value=0..1", "values", "Pointers::intrusive.count=0..2"}),
            expected);
}

TEST(PlainPointers, AStaticPointerRefersToANamedObject) {
  for (int n = 0; n <= 3; ++n) EXPECT_EQ(pointers().count("ended", size(n)), static_cast<unsigned>(n + 1));
}

TEST(PlainPointers, BasesOfBasesOfTemplatesHaveFields) {
  for (int n = 0; n <= 3; ++n) EXPECT_EQ(pointers().count("measured", size(n)), static_cast<unsigned>(n + 1));
}

const Collection& containers() {
  static const Collection kAll(
      "containers.hpp", "Containers",
      {"palindrome", "trie", "cache", "btree", "skip_list", "graph", "table", "rope", "bimap", "index",
       "ordered", "window", "polynomial", "board", "kids", "values"});
  return kAll;
}

TEST(StandardContainers, AStringIsALengthAndCharacters) {
  const Found found = containers().search(
      "palindrome", {"values", "Palindrome::text.length=0..3", "values", "Palindrome::text='a'..'b'"});
  EXPECT_EQ(found.totals.structures, 1U + 2 + 2 + 4);
  EXPECT_NE(found.structures.back().find("text = \"bbb\""), std::string::npos);
}

TEST(StandardContainers, AMapOwnsNodes) {
  // Words over two letters: an inner node may end one, a leaf does.
  std::vector<std::uint64_t> exactly = {0, 1};
  for (int n = 2; n <= 4; ++n) {
    std::uint64_t pairs = 0;
    for (int left = 1; left < n - 1; ++left)
      pairs += exactly[static_cast<std::size_t>(left)] * exactly[static_cast<std::size_t>(n - 1 - left)];
    exactly.push_back(2 * (2 * exactly[static_cast<std::size_t>(n - 1)] + pairs));
  }
  EXPECT_EQ(
      containers().count("trie", {"objects", "Trie::Node=4", "values", "Trie::Node::children.length=0..2",
                                  "values", "Trie::Node::children.key=a..b"}),
      1 + exactly[1] + exactly[2] + exactly[3] + exactly[4]);
}

TEST(StandardContainers, AListAndAHashMapAgree) {
  std::uint64_t expected = 0;
  for (int k = 0; k <= 3; ++k) expected += falling(4, k);
  EXPECT_EQ(containers().count("cache", size(3)), expected);
}

TEST(StandardContainers, BTreesOfVectors) {
  EXPECT_EQ(containers().count(
                "btree", {"objects", "BTree::Node=3", "values", "BTree::Node::keys=1..3", "values",
                          "BTree::Node::keys.length=0..3", "values", "BTree::Node::children.length=0..3"}),
            balanced_trees_up_to(3));
}

TEST(StandardContainers, ArraysOfSharedPointers) {
  EXPECT_EQ(containers().count("skip_list", size(3)), power(2, 4) - 1);
}

TEST(StandardContainers, GraphsAreMapsOfSets) {
  std::uint64_t expected = 0;
  for (int k = 0; k <= 3; ++k) expected += choose(3, k) * power(2, k * (k - 1) / 2);
  EXPECT_EQ(containers().count(
                "graph",
                {"values", "Graph::neighbours.length=0..3", "values", "Graph::neighbours.key=0..2", "values",
                 "Graph::neighbours.value.length=0..2", "values", "Graph::neighbours.value=0..2"}),
            expected);
}

TEST(StandardContainers, OpenAddressing) {
  std::uint64_t expected = 0;
  for (int code = 0; code < 6 * 6 * 6; ++code) {
    const int slot[] = {code % 6, code / 6 % 6, code / 36};  // 5 is empty
    bool good = true;
    for (int i = 0; i < 3; ++i) {
      if (slot[i] == 5) continue;
      for (int at = slot[i] % 3; at != i; at = (at + 1) % 3) good = good && slot[at] != 5;
      for (int j = 0; j < i; ++j) good = good && slot[j] != slot[i];
    }
    if (good) ++expected;
  }
  EXPECT_EQ(containers().count("table", {"values", "HashTable::slots=0..4"}), expected);
}

TEST(StandardContainers, RopesHaveStringsInTheirLeaves) {
  // Strings of one or two letters, of which there is one: two leaves, and what is made of two of them.
  EXPECT_EQ(
      containers().count("rope", {"objects", "Rope::Node=3", "values", "Rope::Node::leaf.length=0..2",
                                  "values", "Rope::Node::leaf='a'", "values", "Rope::Node::weight=0..2"}),
      1U + 2 + 4);
}

TEST(StandardContainers, ABimapIsAPartialInjection) {
  std::uint64_t expected = 0;
  for (int k = 0; k <= 2; ++k) expected += choose(3, k) * falling(3, k);
  EXPECT_EQ(containers().count("bimap", size(2)), expected);
}

TEST(StandardContainers, StringsAreKeys) {
  EXPECT_EQ(containers().count("index", {"values", "InvertedIndex::documents.length=0..2", "values",
                                         "InvertedIndex::documents.key=a..b", "values",
                                         "InvertedIndex::documents.key.length=0..1", "values",
                                         "InvertedIndex::documents.value=1..2", "values",
                                         "InvertedIndex::documents.value.length=0..2"}),
            power(1 + 3, 2));
}

TEST(StandardContainers, AVectorAndAHashSetAgree) {
  std::uint64_t expected = 0;
  for (int k = 0; k <= 3; ++k) expected += falling(3, k);
  EXPECT_EQ(containers().count("ordered", {"size", "3", "values", "OrderedSet::order=1..3", "values",
                                           "OrderedSet::known=1..3"}),
            expected);
}

TEST(StandardContainers, ADequeIsASequence) {
  std::uint64_t expected = 0;
  for (int k = 0; k <= 3; ++k) expected += choose(3 + k, k);  // multisets of four values
  EXPECT_EQ(containers().count("window", size(3)), expected);
}

TEST(StandardContainers, PolynomialsHaveNoCoefficientZero) {
  EXPECT_EQ(containers().count("polynomial", {"values", "Polynomial::coefficients.length=0..3", "values",
                                              "Polynomial::coefficients.key=0..2", "values",
                                              "Polynomial::coefficients.value=-1..1"}),
            power(1 + 2, 3));
}

TEST(StandardContainers, TheLastElementIsSeenWhereTheLibraryReadsIt) {
  // One player: key 1, two values. Two: keys 0 1 or 1 1, four values each.
  EXPECT_EQ(containers().count("board", {"values", "Leaderboard::players.length=0..2", "values",
                                         "Leaderboard::players.key=0..1"}),
            2U + 4 + 4);
}

TEST(StandardContainers, AnArrayOfPointersToItsOwnClassHasItsLength) {
  // The empty tree, and binary trees: 1, 2, 5, 14.
  const std::vector<std::uint64_t> expected = {2, 4, 9, 23};
  for (int n = 1; n <= 4; ++n)
    EXPECT_EQ(containers().count("kids", size(n)), expected[static_cast<std::size_t>(n - 1)]);
}

TEST(StandardContainers, SmallValuesMultiply) {
  const std::uint64_t triple = 2 * 2 * 2, bits = 1 + 3, counter = 2, delay = 2, point = 2 * 1, number = 1 + 2;
  const std::uint64_t choices = 1 + 2, names = 1 + (1 + 1), marks = 1 + (1 + 2);
  const std::uint64_t stations = 2 + 2 * 2;  // both the same, or not; of the line of each
  EXPECT_EQ(containers().count(
                "values", {"size", "1", "objects", "Station=2", "values", "Containers::values.point.real=0,1",
                           "values", "Containers::values.point.imag=0"}),
            triple * bits * counter * delay * point * number * choices * names * marks * stations);
}

}  // namespace
}  // namespace fretsaw::testing
