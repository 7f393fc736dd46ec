// SPDX-License-Identifier: MIT
// A coverage suite made from a faulty model has a test whose label the correct model does not give.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "alloy/modeltest/loading.hpp"
#include "alloy/modeltest/suite.hpp"
#include "support/table.hpp"

namespace fretsaw::modeltest {
namespace {

struct Fault {
  std::string model, kind, place, correct, faulty;
};

// examples/models/faults.tsv: what to replace by what in which model.
std::vector<Fault> faults() {
  const auto lines = [](std::string text) {  // "\\n" stands for the end of a line
    for (std::size_t at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at))
      text.replace(at, 2, "\n");
    return text;
  };
  std::vector<Fault> all;
  for (const test::Row& row : test::table_rows(FRETSAW_SOURCE_DIR "/examples/models/faults.tsv"))
    all.push_back({row[0], row[1], row[2], lines(row[3]), lines(row[4])});
  return all;
}

const std::map<std::string, std::string> kScopes{
    {"handshake", "4"}, {"queens", "4"}, {"river_crossing", "4"}};

// The suite knows nothing of what was meant: its tests depend on the distinctions of the faulty text.
TEST(Faults, AreShownByACoverageSuiteMadeFromTheFaultyModel) {
  std::map<std::string, int> variants;
  for (const Fault& fault : faults()) {
    SCOPED_TRACE(fmt::format("{}: {} for {}", fault.model, fault.faulty, fault.correct));
    const auto source =
        read_source(fmt::format("{}/examples/models/{}.als", FRETSAW_SOURCE_DIR, fault.model));
    ASSERT_TRUE(source);
    std::string text((*source)->text());
    const std::size_t at = text.find(fault.correct);
    ASSERT_NE(at, std::string::npos);
    ASSERT_EQ(text.find(fault.correct, at + 1), std::string::npos) << "it must occur once";
    text.replace(at, fault.correct.size(), fault.faulty);
    const auto faulty = load_model_tests(source_of("faulty.als", text), {});
    ASSERT_TRUE(faulty) << render(faulty.error());
    SuiteOptions options;
    const auto scope = kScopes.find(fault.model);
    options.scope = source_of("--scope", scope == kScopes.end() ? "3" : scope->second);
    const auto suite = suite_by_coverage((*faulty)->model, [](const Span&) { return true; }, options);
    ASSERT_TRUE(suite) << render(suite.error());
    std::vector<WrittenTest> written;
    for (const SuiteTest& test : (*suite)->tests) written.push_back(test.test);
    const auto tests =
        load_tests(*source, source_of("suite.als", write_plain((*faulty)->model, written, {})), {});
    ASSERT_TRUE(tests) << render(tests.error());
    Executor executor((*tests)->model, {});
    int shown = 0;
    for (const std::size_t index : (*tests)->tests)
      shown += !executor.execute((*tests)->model.commands[index]).passed();
    EXPECT_GT(shown, 0);
    ++variants[fault.model];
  }
  EXPECT_EQ(variants.size(), 8u);
  for (const auto& [model, count] : variants) EXPECT_GE(count, model == "loop_list" ? 10 : 5) << model;
}

}  // namespace
}  // namespace fretsaw::modeltest
