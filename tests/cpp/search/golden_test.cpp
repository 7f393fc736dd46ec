// SPDX-License-Identifier: MIT
// The subjects in examples/structures against the pinned counts.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "cpp/search/searching.hpp"
#include "support/table.hpp"

namespace fretsaw::testing {
namespace {

// "--size 3 --values C::f=1" as the program under search takes it.
std::vector<std::string> words(const std::string& options) {
  std::vector<std::string> out = test::split(options, ' ');
  for (std::string& word : out) {
    if (word.starts_with("--")) word = word.substr(2);
  }
  return out;
}

class Subject : public ::testing::TestWithParam<std::string> {};

TEST_P(Subject, HasThePinnedNumberOfStructures) {
  std::optional<Program> program;
  int rows = 0;
  for (const auto& row : test::golden_rows("structures.tsv")) {
    if (row[0] != GetParam()) continue;
    if (!program) program.emplace(example(row[1]), row[0]);
    EXPECT_EQ(program->search(words(row[4]), counting()).totals.structures, std::stoull(row[3])) << row[4];
    ++rows;
  }
  EXPECT_GT(rows, 0);
}

// Those that the original tool's table has are compared with it below, at larger sizes.
const std::set<std::string> kOfTheOriginal = {"BinaryTree", "HeapArray", "SinglyLinkedList", "RedBlackTree",
                                              "SortedList"};

std::set<std::string> other_subjects() {
  std::set<std::string> names;
  for (const auto& row : test::golden_rows("structures.tsv")) {
    if (!kOfTheOriginal.contains(row[0])) names.insert(row[0]);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, Subject, ::testing::ValuesIn(other_subjects()),
                         [](const auto& info) { return info.param; });

// Structures of the original tool, and candidates where its predicate is printed in the paper.
void compare_with_original(const std::string& name, const Program& program,
                           const std::function<std::string(int)>& options, int largest, bool candidates_too,
                           std::size_t array_references = 0) {
  int compared = 0;
  for (const auto& row : test::golden_rows("predicate_search.tsv")) {
    const int n = std::stoi(row[1]);
    if (row[0] != name || n < 1 || n > largest) continue;
    ++compared;
    const Found found = program.search(words(options(n)), counting());
    EXPECT_EQ(found.totals.structures, std::stoull(row[2])) << name << ' ' << n;
    if (!candidates_too) continue;
    EXPECT_EQ(found.totals.candidates, std::stoull(row[3])) << name << ' ' << n;
    // In Java, an array is an object behind a reference, which counts although it is never null.
    EXPECT_EQ(found.vector_length + array_references, std::stoull(row[4])) << name << ' ' << n;
  }
  EXPECT_EQ(compared, largest) << "sizes 1 to " << largest << " of " << name;
}

// SearchTree and LinkedList are pinned at other bounds in structures.tsv; the counts of TreeMap are those of
// RedBlackTree.
TEST(Original, HasNoExampleThatIsNotCompared) {
  std::set<std::string> names;
  for (const auto& row : test::golden_rows("predicate_search.tsv")) names.insert(row[0]);
  std::set<std::string> known = kOfTheOriginal;
  known.insert({"SearchTree", "LinkedList", "TreeMap"});
  EXPECT_EQ(names, known);
}

TEST(Original, BinaryTreesAgreeInStructuresAndCandidates) {
  const Program program(example("binary_tree.hpp"), "BinaryTree");
  compare_with_original(
      "BinaryTree", program, [](int n) { return fmt::format("--size {0} --values BinaryTree::size={0}", n); },
      10, true);
}

TEST(Original, ArrayHeapsAgreeInStructuresAndCandidates) {
  const Program program(example("heap_array.hpp"), "HeapArray");
  compare_with_original(
      "HeapArray", program,
      [](int n) { return fmt::format("--size {0} --values HeapArray::array=-1..{0}", n); }, 7, true, 1);
}

TEST(Original, SinglyLinkedListsAgree) {
  const Program program(example("singly_linked_list.hpp"), "SinglyLinkedList");
  compare_with_original(
      "SinglyLinkedList", program,
      [](int n) {
        return fmt::format(
            "--size {0} --objects Entry={1} --objects Object={1} --values SinglyLinkedList::size={0}", n,
            n + 1);
      },
      8, true);
}

TEST(Original, RedBlackTreesAgree) {
  const Program program(example("red_black_tree.hpp"), "RedBlackTree");
  compare_with_original(
      "RedBlackTree", program,
      [](int n) {
        return fmt::format(
            "--size {0} --values RedBlackTree::size={0} --values Node::key=1..{0} --values Node::value=0", n);
      },
      8, false);
}

TEST(Original, SortedListsAgree) {
  const Program program(example("sorted_list.hpp"), "SortedList");
  compare_with_original(
      "SortedList", program,
      [](int n) {
        return fmt::format(
            "--size {0} --objects Entry={1} --values SortedList::size={0} --values Entry::element=0..{0}", n,
            n + 1);
      },
      7, false);
}

TEST(Original, WaysToSearchAgree) {
  const Program program(example("binary_tree.hpp"), "BinaryTree");
  const std::vector<std::string> bounds = {"size", "5"};
  const Found resumed = program.search(bounds);
  const auto with = [&](const std::string& word) {
    auto words = bounds;
    words.insert(words.end(), {word, word == "resume" ? "0" : "1"});
    return program.search(words);
  };
  EXPECT_EQ(with("resume").structures, resumed.structures);
  EXPECT_EQ(with("resume").totals.candidates, resumed.totals.candidates);
  EXPECT_EQ(with("cross-check").structures, resumed.structures);
  EXPECT_EQ(with("cross-check").totals.mismatches, 0U);
}

}  // namespace
}  // namespace fretsaw::testing
