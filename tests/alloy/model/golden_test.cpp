// SPDX-License-Identifier: MIT
// The golden models and what the original tool says of the wrong ones.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "alloy/model/load_text.hpp"
#include "support/table.hpp"

namespace fretsaw::model {
namespace {

const std::filesystem::path kGolden = test::golden("alloy");

struct Wrong {
  std::string model, command, stage, error_class;
  std::uint32_t line = 0, column = 0;
};

std::vector<Wrong> error_rows() {
  std::vector<Wrong> rows;
  for (const test::Row& row : test::golden_rows("alloy/errors.tsv")) {
    rows.push_back({row[0], row[1], row[2], row[3], static_cast<std::uint32_t>(std::stoul(row[4])),
                    static_cast<std::uint32_t>(std::stoul(row[5]))});
  }
  return rows;
}

TEST(GoldenErrors, HaveTheClassAndPlaceThatAlloyGivesThem) {
  for (const Wrong& row : error_rows()) {
    if (row.model.starts_with("neg13")) continue;  // higher-order quantification is found by lowering
    SCOPED_TRACE(row.model);
    const auto model = load_file((kGolden / "models" / row.model).string());
    std::optional<Diagnostic> error;
    if (row.stage == "model") {
      ASSERT_FALSE(model) << "accepted";
      error = model.error();
    } else {
      ASSERT_TRUE(model) << render(model.error());
      error = model->commands.at(static_cast<std::size_t>(std::stoi(row.command))).error;
    }
    ASSERT_TRUE(error) << "accepted";
    ASSERT_TRUE(error->location);
    EXPECT_EQ(to_string(error->error_class), row.error_class);
    EXPECT_EQ(error->location->line, row.line);
    EXPECT_EQ(error->location->column, row.column);
  }
}

TEST(GoldenModels, AreAcceptedWithAllTheirCommands) {
  std::set<std::string> wrong;
  for (const Wrong& row : error_rows()) wrong.insert(row.model);
  int checked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kGolden / "models")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".als" || wrong.contains(name)) continue;
    const auto model = load_file(entry.path().string());
    ASSERT_TRUE(model) << render(model.error());
    for (const Command& command : model->commands) {
      EXPECT_FALSE(command.error) << name << ": " << render(*command.error);
      EXPECT_TRUE(command.goal) << name;
    }
    ++checked;
  }
  EXPECT_GT(checked, 70);
}

TEST(GoldenModels, OfTheTemporalLanguageAreAccepted) {
  for (const char* name : {"t01_var_sig.als", "t03_ops.als", "t04_counter.als"}) {
    const auto model = load_file((kGolden / "temporal" / name).string());
    ASSERT_TRUE(model) << render(model.error());
    for (const Command& command : model->commands) {
      EXPECT_FALSE(command.error) << name << ": " << render(*command.error);
      EXPECT_TRUE(command.is_temporal) << name;
    }
  }
}

TEST(StandardModules, CanAllBeOpenedWithoutWarnings) {
  const Model model = load_text(
      "open util/boolean\nopen util/graph[N] as g\nopen util/natural as nat\nopen util/ordering[N] as o\n"
      "open util/relation as r\nopen util/seqrel[N] as sr\nopen util/sequence[N] as s\nopen util/sequniv as "
      "su\n"
      "open util/ternary as t\nopen util/integer as i\nsig N {}\nrun {}");
  EXPECT_TRUE(model.warnings.empty());
  ASSERT_EQ(model.commands.size(), 1U);
  EXPECT_FALSE(model.commands[0].error);
}

}  // namespace
}  // namespace fretsaw::model
