// SPDX-License-Identifier: MIT
// A handful of the golden models through the real program; tests/alloy/lowering has all of them.
#include <gtest/gtest.h>

#include <string>

#include "cli/process.hpp"
#include "support/table.hpp"

namespace fretsaw::test {
namespace {

std::string model(const std::string& name) { return golden("alloy/models/" + name); }

TEST(Golden, CountsAreReproduced) {
  const auto table = golden_rows("alloy/counts.tsv");
  for (std::size_t i = 0; i < table.size(); i += 11) {
    const auto& row = table[i];
    const auto done = fretsaw({"enumerate", model(row[0]), "-c", row[1], "--overflow", row[2], "--symmetry",
                               "none", "--count", "--json"});
    EXPECT_EQ(done.status, 0) << row[0];
    EXPECT_EQ(std::to_string(done.json()["instances"].get<std::uint64_t>()), row[3])
        << row[0] << " -c " << row[1];
    EXPECT_EQ(done.json()["complete"], true);
  }
}

TEST(Golden, VerdictsAreReproduced) {
  const auto table = golden_rows("alloy/verdicts.tsv");
  for (std::size_t i = 0; i < table.size(); i += 17) {
    const auto& row = table[i];
    const auto result =
        fretsaw({"run", model(row[0]), "-c", row[1], "--overflow", "wrap", "--json"}).json()["results"][0];
    EXPECT_EQ(result["verdict"], row[3] == "SAT" ? "sat" : "unsat") << row[0] << " -c " << row[1];
    EXPECT_EQ(result["kind"], row[2]) << row[0];
  }
}

TEST(Golden, ErrorsAreAtTheirPlaces) {
  const auto table = golden_rows("alloy/errors.tsv");
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto& row = table[i];
    const auto done = fretsaw({"run", model(row[0]), "--json"});
    EXPECT_EQ(done.status, 2) << row[0];
    const auto document = done.json();
    nlohmann::json error = document.value("error", nlohmann::json());
    if (error.is_null()) {
      for (const auto& result : document["results"]) {
        if (result["verdict"] == "error") error = result["error"];
      }
    }
    ASSERT_TRUE(error.is_object()) << row[0];
    EXPECT_EQ(error["class"], row[3]) << row[0];
    EXPECT_EQ(std::to_string(error["line"].get<int>()), row[4]) << row[0];
    EXPECT_EQ(std::to_string(error["column"].get<int>()), row[5]) << row[0];
  }
}

}  // namespace
}  // namespace fretsaw::test
