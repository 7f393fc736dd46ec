// SPDX-License-Identifier: MIT
// Every model of ours through the real program: each command finds what its `expect` says.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/process.hpp"

namespace fretsaw::test {
namespace {

class OurModel : public testing::TestWithParam<std::string> {};

TEST_P(OurModel, DoesWhatItsCommandsExpect) {
  const auto done = fretsaw({"run", FRETSAW_SOURCE_DIR "/" + GetParam(), "--json"});
  EXPECT_EQ(done.status, 0);
  const auto document = done.json();
  EXPECT_TRUE(document["warnings"].empty()) << document["warnings"];
  ASSERT_TRUE(document.contains("results")) << document;
  EXPECT_FALSE(document["results"].empty());
  for (const auto& result : document["results"]) {
    if (result["expect"].is_null()) continue;
    EXPECT_EQ(result["verdict"], result["expect"] == 1 ? "sat" : "unsat") << result["name"];
  }
}

std::vector<std::string> models_in(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(FRETSAW_SOURCE_DIR "/" + folder)) {
    if (entry.path().extension() == ".als") paths.push_back(folder + "/" + entry.path().filename().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
  return std::filesystem::path(info.param).stem().string();
}

INSTANTIATE_TEST_SUITE_P(Classics, OurModel, testing::ValuesIn(models_in("models")), name_of);
INSTANTIATE_TEST_SUITE_P(LawsOfTheStandardModules, OurModel,
                         testing::ValuesIn(models_in("tests/alloy/syntax/laws")), name_of);

}  // namespace
}  // namespace fretsaw::test
