// SPDX-License-Identifier: MIT
// The naming system inside a test, as docs/naming.md shows it.
#include <gtest/gtest.h>

#include "../../../examples/ins/harness.cpp"
#include "fretsaw/check_model.hpp"

namespace fretsaw {
namespace {

TEST(Naming, LookupGivesWhatConforms) {
  const auto model = load(FRETSAW_SOURCE_DIR "/examples/ins/ins.als");
  ASSERT_TRUE(model) << render(model.error());
  const auto verdict = check_model(*model, "lookup", corrected, "CorrectLookup");
  EXPECT_TRUE(verdict) << verdict.text;
  EXPECT_EQ(verdict.inputs, 20U);
  EXPECT_FALSE(check_model(*model, "lookup", original, "CorrectLookup"));
  const auto larger = model->command("lookup")->with_scope("4 Value, 3 Attribute, 1 Record, 2 Tree");
  ASSERT_TRUE(larger) << render(larger.error());
  const auto verdict_on_larger = check_model(*larger, corrected, "CorrectLookup", {.threads = 2});
  EXPECT_TRUE(verdict_on_larger) << verdict_on_larger.text;
  EXPECT_GT(verdict_on_larger.inputs, 200U);
}

}  // namespace
}  // namespace fretsaw
