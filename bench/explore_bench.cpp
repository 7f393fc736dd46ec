// SPDX-License-Identifier: MIT
// Explores the methods of Whispec's Table 5 (tests/golden/whispec_table5.tsv) with the same scopes and
// lengths: times of solving and running, with and without the precondition.
//
//     explore_bench [--quick]
//
// The first table has the total time (including the builds of both programs, without cache), the time of the
// search (processor time of this process, which excludes the runs), the numbers of the paper, and the number
// of inputs of 'check'. The second table is for the same methods, explored as if every input were valid: how
// many of the first paths have invalid inputs, and how many do not terminate, because invalid objects may be
// cyclic. Such a run is ended after kSecondsWithout of processor time. --quick skips `put`.
#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cpp/path/explore.hpp"

namespace fretsaw::path {
namespace {

constexpr std::uint64_t kPathsWithout = 100;
constexpr double kSecondsWithout = 0.05;

struct Row {
  std::string structure, method;
  int scope = 0;
  std::uint64_t length = 0;
  std::string tests, ms;
};

std::vector<Row> printed_rows() {
  std::ifstream file(FRETSAW_SOURCE_DIR "/tests/golden/whispec_table5.tsv");
  std::vector<Row> rows;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream words(line);
    std::vector<std::string> cells;
    for (std::string cell; std::getline(words, cell, '\t');) cells.push_back(cell);
    std::erase(cells[0], ' ');
    rows.push_back({cells[0], cells[1], std::stoi(cells[2]), std::stoul(cells[3]), cells[4], cells[9]});
  }
  return rows;
}

double processor_ms() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Result<ExploreReport> progress_fraction(const Row& row, bool with_clauses) {
  ExploreRequest request;
  request.check.code.header = FRETSAW_SOURCE_DIR "/tests/cpp/path/headers/collections.hpp";
  request.check.methods = {row.structure + "::" + row.method};
  request.check.bounds.size = row.scope;
  request.check.use_cache = false;
  request.limits.length = row.length;
  request.solves_clauses = with_clauses;
  request.compares = with_clauses;
  if (!with_clauses) {
    request.limits.criterion = Criterion::Paths;
    request.limits.tests = kPathsWithout;
    request.limits.explores_beyond = false;
    request.check.input_timeout_seconds = kSecondsWithout;
  }
  return explore(request, {});
}

int run(bool is_quick) {
  fmt::print(
      "| method | size, depth | tests (published) | covered + infeasible | total, s | solver, ms | runs, ms "
      "| paths | "
      "unsatisfiable | tests per second of solver and runs | published, s | inputs of `check` |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  std::string without;
  for (const Row& row : printed_rows()) {
    if (is_quick && row.method == "put") continue;
    const auto start = std::chrono::steady_clock::now();
    const double before = processor_ms();
    const auto report = progress_fraction(row, true);
    if (!report) {
      fmt::print(stderr, "{}\n", report.error().message);
      return 1;
    }
    const double whole = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const Exploration& found = report->exploration;
    fmt::print(
        "| {}::{} | {}, {} | {} ({}) | {} + {} of {} | {:.1f} | {:.0f} | {:.0f} | {} | {} | {:.0f} | {:.1f} "
        "| {}{} |\n",
        row.structure, row.method, row.scope, row.length, report->tests.size(), row.tests, report->covered,
        report->infeasible, report->branches.size(), whole, found.solve_ms, found.run_ms, found.paths,
        found.unsatisfiable,
        1000.0 * static_cast<double>(report->tests.size()) / (found.solve_ms + found.run_ms),
        std::stod(row.ms) / 1000, report->check_inputs && !report->check_inputs->is_all ? "> " : "",
        report->check_inputs ? report->check_inputs->count : 0);
    fmt::print(stderr, "{:.0f} ms of processor time in this process\n", processor_ms() - before);
    const auto bare = progress_fraction(row, false);
    if (!bare) {
      fmt::print(stderr, "{}\n", bare.error().message);
      return 1;
    }
    without += fmt::format("| {}::{} | {} | {} | {} | {:.0f} % |\n", row.structure, row.method,
                           bare->tests.size(), bare->exploration.endless, bare->checked,
                           100.0 * static_cast<double>(bare->tests.size() - bare->checked) /
                               static_cast<double>(std::max<std::size_t>(1, bare->tests.size())));
  }
  fmt::print(
      "\n| without the precondition | paths (at most {}) | unfinished | with a valid input | wasted |\n"
      "| --- | --- | --- | --- | --- |\n{}",
      kPathsWithout, without);
  return 0;
}

}  // namespace
}  // namespace fretsaw::path

int main(int argc, char** argv) {
  return fretsaw::path::run(argc > 1 && std::strcmp(argv[1], "--quick") == 0);
}
