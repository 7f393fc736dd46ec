// SPDX-License-Identifier: MIT
// Whispec's Table 5 (tests/golden/whispec_table5.tsv): the same methods, scopes and lengths; no more tests,
// and everything covered that is printed as covered.
#include <fstream>
#include <sstream>

#include "path/exploring.hpp"

namespace fretsaw::path {

namespace {

struct PrintedRow {
  std::string structure, method;
  int scope = 0;
  std::uint64_t length = 0;
  std::size_t tests = 0;
  double coverage = 0;
};

std::vector<PrintedRow> printed_rows() {
  std::ifstream file(FRETSAW_SOURCE_DIR "/tests/golden/whispec_table5.tsv");
  std::vector<PrintedRow> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream words(line);
    PrintedRow row;
    std::string number;
    const auto next = [&](std::string& out) { std::getline(words, out, '\t'); };
    next(row.structure);
    next(row.method);
    next(number);
    row.scope = std::stoi(number);
    next(number);
    row.length = std::stoul(number);
    next(number);
    row.tests = std::stoul(number);
    next(number);  // explored branches
    next(number);
    row.coverage = std::stod(number);
    std::erase(row.structure, ' ');
    rows.push_back(std::move(row));
  }
  return rows;
}

// `put` has a test of its own: its printed coverage is less than all of it.
void compare_with(const std::string& structure) {
  std::size_t count = 0;
  for (const PrintedRow& row : printed_rows()) {
    if (row.structure != structure || row.coverage != 100) continue;
    ++count;
    SCOPED_TRACE(row.structure + "::" + row.method);
    auto report = explored("tests/path/headers/collections.hpp", row.structure + "::" + row.method, row.scope,
                           {.until = Until::Branches, .length = row.length, .tests = {}});
    ASSERT_TRUE(report) << render(report.error());
    EXPECT_LE(report->tests.size(), row.tests);
    EXPECT_EQ(report->covered, report->branches.size());
    EXPECT_EQ(report->failed, 0U);
    EXPECT_EQ(report->exploration.divergences, 0U);
    EXPECT_EQ(report->exploration.untrue, 0U);
  }
  EXPECT_GT(count, 0U);
}

TEST(Table5, LinkedList) { compare_with("LinkedList"); }
TEST(Table5, TreeMap) { compare_with("TreeMap"); }
TEST(Table5, BinarySearchTree) { compare_with("BinarySearchTree"); }

// All paths of `put` on trees of at most two nodes: what is left cannot be, and that is proved.
TEST(Table5, WhatPutCannotDoIsProved) {
  auto report = explored("tests/path/headers/collections.hpp", "TreeMap::put", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_GT(report->infeasible, 0U);
  EXPECT_EQ(report->covered + report->infeasible, report->branches.size());
  EXPECT_LE(report->tests.size(), 53U);
  EXPECT_EQ(report->failed, 0U);
  EXPECT_EQ(report->exploration.divergences, 0U);
  EXPECT_EQ(report->exploration.untrue, 0U);
}

}  // namespace

}  // namespace fretsaw::path
