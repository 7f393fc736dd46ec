// SPDX-License-Identifier: MIT
// golden/structures.tsv pins how many structures each subject has within small bounds. Here the rows are
// checked by brute force and, where the bounds coincide, against the counts of the original tool and known
// sequences.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "examples/brute_force.hpp"
#include "support/table.hpp"

namespace examples {
namespace {

using fretsaw::test::golden_rows;
using fretsaw::test::Row;
using fretsaw::test::split;

// What another file says: "predicate_search.tsv|BinaryTree|3", or "classes.tsv|SEQUENCE|N"; -1 if it says
// nothing.
int published_count(const std::string& reference) {
  const std::vector<std::string> parts = split(reference, '|');
  for (const Row& row : golden_rows(parts.at(0))) {
    if (parts[0] == "predicate_search.tsv") {
      if (row.at(0) == parts.at(1) && row.at(1) == parts.at(2)) return std::stoi(row.at(2));
    } else if (row.at(0).substr(0, row.at(0).find_last_not_of(' ') + 1) == parts.at(1)) {
      return std::stoi(split(row.at(2), ' ').at(std::stoi(parts.at(2)) - std::stoi(row.at(1))));
    }
  }
  return -1;
}

struct Pinned {
  std::string class_name;
  std::string size;
  int structures;
  std::string options;
  std::string agrees_with;
};

std::vector<Pinned> pinned_counts() {
  std::vector<Pinned> pinned;
  for (const Row& row : golden_rows("structures.tsv")) {
    pinned.push_back({row.at(0), row.at(2), std::stoi(row.at(3)), row.at(4), row.at(6)});
  }
  return pinned;
}

void PrintTo(const Pinned& pinned, std::ostream* out) { *out << pinned.class_name << ' ' << pinned.options; }

// The rows whose bounds are also those of a published count.
std::vector<Pinned> published_counts() {
  std::vector<Pinned> published = pinned_counts();
  std::erase_if(published, [](const Pinned& pinned) { return pinned.agrees_with == "-"; });
  return published;
}

std::string row_name(const testing::TestParamInfo<Pinned>& row) {
  return row.param.class_name + "_" + row.param.size + "_row_" + std::to_string(row.index + 1);
}

class StructureCount : public testing::TestWithParam<Pinned> {};

TEST_P(StructureCount, IsThatOfBruteForce) {
  const Counter count = counters().at(GetParam().class_name);
  EXPECT_EQ(count(Bounds(GetParam().options)), GetParam().structures);
}

INSTANTIATE_TEST_SUITE_P(Of, StructureCount, testing::ValuesIn(pinned_counts()), row_name);

class PublishedCount : public testing::TestWithParam<Pinned> {};

TEST_P(PublishedCount, IsTheOnePinned) {
  for (const std::string& reference : split(GetParam().agrees_with, ';')) {
    EXPECT_EQ(published_count(reference), GetParam().structures) << reference;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, PublishedCount, testing::ValuesIn(published_counts()), row_name);

TEST(StructureCounts, CoverEverySubject) {
  for (const auto& [class_name, counter] : counters()) {
    bool found = false;
    for (const Pinned& pinned : pinned_counts()) found = found || pinned.class_name == class_name;
    EXPECT_TRUE(found) << class_name;
  }
}

TEST(RedBlackTree, BothPredicatesAgree) {
  EXPECT_EQ(
      count_disputed_red_black_trees(Bounds("--size 2 --values Node::key=-1..2 --values Node::value=0")), 0);
}

}  // namespace
}  // namespace examples
