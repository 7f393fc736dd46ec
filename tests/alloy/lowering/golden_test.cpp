// SPDX-License-Identifier: MIT
// The numbers and verdicts that Alloy itself gives.
#include <gtest/gtest.h>

#include <map>

#include "alloy/lowering/commands.hpp"
#include "support/table.hpp"

namespace fretsaw::lowering {
namespace {

const std::string kGolden = test::golden("alloy/");

using test::Row;

// The rows of a table by their first column.
std::map<std::string, std::vector<Row>> table(const std::string& file) {
  std::map<std::string, std::vector<Row>> result;
  for (Row& row : test::golden_rows("alloy/" + file)) result[row.front()].push_back(std::move(row));
  return result;
}

std::vector<std::string> models(const std::string& file) {
  std::vector<std::string> names;
  for (const auto& [model, rows] : table(file)) names.push_back(model);
  return names;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  return info.param.substr(0, info.param.find('.'));
}

class GoldenCounts : public testing::TestWithParam<std::string> {};

TEST_P(GoldenCounts, AreThoseOfAlloy) {
  auto loaded = model::load_file(kGolden + "models/" + GetParam());
  ASSERT_TRUE(loaded) << render(loaded.error());
  const auto rows = table("counts.tsv");
  for (const Row& row : rows.at(GetParam())) {
    SCOPED_TRACE("command " + row[1] + ", " + row[2]);
    const Overflow overflow = row[2] == "wrap" ? Overflow::Wrap : Overflow::Prevent;
    EXPECT_EQ(count(*loaded, std::stoul(row[1]), overflow), std::stoull(row[3]));
  }
}
INSTANTIATE_TEST_SUITE_P(Models, GoldenCounts, testing::ValuesIn(models("counts.tsv")), test_name);

Verdict verdict_in(const Row& row) {
  if (row[3] != "SAT" && row[3] != "UNSAT") ADD_FAILURE() << "an unknown verdict: " << row[3];
  return row[3] == "SAT" ? Verdict::Sat : Verdict::Unsat;
}

// Random formulas: bench/alloy_integers --golden made the table.
TEST(GoldenIntegers, AreThoseOfAlloy) {
  for (const Row& row : test::golden_rows("alloy/integers.tsv")) {
    SCOPED_TRACE(row[0] + ": " + row[3]);
    const Overflow overflow = row[0] == "wrap" ? Overflow::Wrap : Overflow::Prevent;
    const model::Model model = model_of(row[3]);
    ASSERT_EQ(model.commands.size(), 1U);
    for (const bool for_core : {false, true}) {
      const auto lowered = lower(model, model.commands[0],
                                 {.overflow = overflow, .split_existentials = for_core, .traces = true});
      ASSERT_TRUE(lowered) << render(lowered.error());
      EXPECT_EQ(find(lowered->problem())->verdict, row[1] == "sat" ? Verdict::Sat : Verdict::Unsat);
    }
    if (row[2] != "-") EXPECT_EQ(count(model, 0, overflow), std::stoull(row[2]));
  }
}

class GoldenVerdicts : public testing::TestWithParam<std::string> {};

TEST_P(GoldenVerdicts, AreThoseOfAlloy) {
  auto loaded = model::load_file(kGolden + "models/" + GetParam());
  ASSERT_TRUE(loaded) << render(loaded.error());
  const auto rows = table("verdicts.tsv");
  for (const Row& row : rows.at(GetParam())) {
    SCOPED_TRACE("command " + row[1]);
    EXPECT_EQ(verdict(*loaded, std::stoul(row[1]), Overflow::Wrap), verdict_in(row));
  }
}
INSTANTIATE_TEST_SUITE_P(Models, GoldenVerdicts, testing::ValuesIn(models("verdicts.tsv")), test_name);

TEST(GoldenErrors, OfCommandsHaveTheClassAndPlaceThatAlloyGives) {
  int compared = 0;
  for (const auto& [name, rows] : table("errors.tsv")) {
    for (const Row& row : rows) {
      if (row[2] != "command") continue;
      SCOPED_TRACE(name);
      auto loaded = model::load_file(kGolden + "models/" + name);
      ASSERT_TRUE(loaded) << render(loaded.error());
      const auto lowered = lower(*loaded, loaded->commands.at(std::stoul(row[1])));
      ASSERT_FALSE(lowered);
      EXPECT_EQ(to_string(lowered.error().error_class), row[3]);
      ASSERT_TRUE(lowered.error().location);
      EXPECT_EQ(lowered.error().location->line, std::stoul(row[4]));
      EXPECT_EQ(lowered.error().location->column, std::stoul(row[5]));
      ++compared;
    }
  }
  EXPECT_GT(compared, 0);
}

}  // namespace
}  // namespace fretsaw::lowering
