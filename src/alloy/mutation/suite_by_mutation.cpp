// SPDX-License-Identifier: MIT
//
// Every mutant that is not equivalent brings a test that distinguishes it; most of these tests tell many
// others apart, too. Which ones is found by executing all tests on all mutants, and the suite is a smallest
// set of rows of that table.
#include "alloy/mutation/suite_by_mutation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "alloy/modeltest/suite.hpp"
#include "alloy/modeltest/test_file.hpp"

namespace fretsaw::mutation {

namespace {

constexpr std::size_t kMaxShownMutants = 3;

std::vector<std::string> comments_of(const Mutants& mutants, const std::vector<std::size_t>& killed) {
  std::vector<std::string> lines{
      fmt::format("Kills {} mutant{}:", killed.size(), killed.size() == 1 ? "" : "s")};
  for (std::size_t i = 0; i < killed.size() && i < kMaxShownMutants; ++i)
    lines.push_back("  " + describe(mutants, mutants.all[killed[i]]));
  if (killed.size() > kMaxShownMutants)
    lines.push_back(fmt::format("  and {} more", killed.size() - kMaxShownMutants));
  return lines;
}

}  // namespace

Result<MutationSuite> suite_by_mutation(const Mutants& mutants, const EquivalenceResults& results,
                                        const ScoreOptions& options) {
  MutationSuite suite;
  suite.stop = results.stop;
  std::vector<modeltest::WrittenTest> candidates;
  std::map<std::string, std::size_t> known;  // tests by their text
  std::vector<bool> wanted(mutants.all.size(), false);
  for (std::size_t i = 0; i < mutants.all.size(); ++i) {
    if (!results.all[i].test) continue;
    wanted[i] = true;
    suite.short_form = suite.short_form || needs_short_form(mutants, i);
    modeltest::WrittenTest test = *results.all[i].test;
    test.name = "test";
    if (!known.emplace(modeltest::write_plain(mutants.model, {test}, {}), candidates.size()).second) continue;
    test.name = fmt::format("test{}", candidates.size() + 1);
    candidates.push_back(std::move(test));
  }
  if (candidates.empty()) return suite;
  ScoreOptions all = options;
  all.all_killers = true;
  const auto write = suite.short_form ? modeltest::write_short_form : modeltest::write_plain;
  const auto text = std::make_shared<const Source>("suite", write(mutants.model, candidates, {}));
  const auto scored = score(mutants, wanted, {text}, all);
  if (!scored) return scored.error();
  if (scored->stop != StopReason::None) suite.stop = scored->stop;
  std::vector<std::vector<std::size_t>> rows(candidates.size());
  for (std::size_t i = 0; i < mutants.all.size(); ++i) {
    if (!wanted[i] || !scored->reached[i]) continue;
    if (scored->killers[i].empty())
      return input_error(
          fmt::format("internal error: no test kills the mutant {}", describe(mutants, mutants.all[i])),
          "report this defect of Fretsaw with the model");
    ++suite.killed;
    for (const std::size_t test : scored->killers[i]) rows[test].push_back(i);
  }
  const modeltest::Cover cover = modeltest::smallest_cover(rows);
  suite.proved = cover.proved;
  for (const std::size_t row : cover.rows) {
    modeltest::WrittenTest test = std::move(candidates[row]);
    test.name = fmt::format("test{}", suite.tests.size() + 1);
    test.comments = comments_of(mutants, rows[row]);
    suite.tests.push_back(std::move(test));
    suite.kills.push_back(std::move(rows[row]));
  }
  return suite;
}

}  // namespace fretsaw::mutation
