// SPDX-License-Identifier: MIT
// Whispec's Table 5 (tests/golden/whispec_table5.tsv): the same methods, scopes and lengths; no more tests,
// and everything covered that is printed as covered.
#include <fstream>
#include <set>
#include <sstream>

#include "cpp/path/exploring.hpp"

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

// Coverage is printed of what can be covered and what cannot together; of the latter it must be proved here.
void compare_with(const PrintedRow& row) {
  SCOPED_TRACE(row.structure + "::" + row.method);
  auto report = explored("tests/cpp/path/headers/collections.hpp", row.structure + "::" + row.method,
                         row.scope, {.criterion = Criterion::Branches, .length = row.length, .tests = {}});
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_LE(report->tests.size(), row.tests);
  EXPECT_EQ(report->covered + report->infeasible, report->branches.size());
  EXPECT_EQ(report->infeasible > 0, row.coverage < 100);
  EXPECT_EQ(report->failed, 0U);
  EXPECT_EQ(report->exploration.divergences, 0U);
  EXPECT_EQ(report->exploration.inconsistent_conditions, 0U);
}

void compare_with(const std::string& structure, const std::set<std::string>& methods) {
  std::set<std::string> seen;
  for (const PrintedRow& row : printed_rows()) {
    if (row.structure != structure || !methods.contains(row.method)) continue;
    seen.insert(row.method);
    compare_with(row);
  }
  EXPECT_EQ(seen, methods);
}

TEST(Table5, LinkedList) { compare_with("LinkedList", {"contains", "indexOf", "remove", "lastIndexOf"}); }
TEST(Table5, TreeMap) { compare_with("TreeMap", {"firstEntry", "lastEntry", "successor"}); }
TEST(Table5, BinarySearchTree) { compare_with("BinarySearchTree", {"firstEntry", "lastEntry", "successor"}); }
// Seven nodes: what no path does is proved, also of paths that are longer than the printed length.
TEST(Table5, Put) { compare_with("TreeMap", {"put"}); }
TEST(Table5, HasElevenRows) { EXPECT_EQ(printed_rows().size(), 11U); }

// All paths of `put` on trees of at most two nodes: what is left cannot be, and that is proved.
TEST(Table5, WhatPutCannotDoIsProved) {
  auto report = explored("tests/cpp/path/headers/collections.hpp", "TreeMap::put", 2);
  ASSERT_TRUE(report) << render(report.error());
  EXPECT_GT(report->infeasible, 0U);
  EXPECT_EQ(report->covered + report->infeasible, report->branches.size());
  EXPECT_LE(report->tests.size(), 53U);
  EXPECT_EQ(report->failed, 0U);
  EXPECT_EQ(report->exploration.divergences, 0U);
  EXPECT_EQ(report->exploration.inconsistent_conditions, 0U);
}

}  // namespace

}  // namespace fretsaw::path
