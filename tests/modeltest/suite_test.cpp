// SPDX-License-Identifier: MIT
// Generated suites: what they contain, that they pass, and that they show faults.
#include "modeltest/suite.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "modeltest/loading.hpp"

namespace fretsaw::modeltest {
namespace {

const auto kEverything = [](const Span&) { return true; };

TEST(Suite, Explore) {
  struct { const char* name; const char* scope; } subjects[] = {{"acyclic_list","3"},{"binary_tree","3"},{"full_tree","3"},{"handshake","4"},{"queens","4"},{"river_crossing","4"},{"dijkstra_mutex","3"},{"faulty_list","3"},{"loop_list","3"}};
  for (const auto& s : subjects) {
    const auto source = read_source(std::string(FRETSAW_SOURCE_DIR "/examples/models/") + s.name + ".als");
    const auto file = load_model_tests(*source, {});
    ASSERT_TRUE(file) << render(file.error());
    SuiteOptions options;
    options.scope = source_of("--scope", s.scope);
    options.minimise = std::getenv("MIN") != nullptr;
    const auto start = std::chrono::steady_clock::now();
    auto suite = suite_by_coverage((*file)->model, kEverything, options);
    ASSERT_TRUE(suite) << render(suite.error());
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    std::printf("%-16s total %3zu covered %3zu infeasible %2zu undecided %zu  tests %2zu valuations %2zu  %.0f ms\n", s.name, (*suite)->coverage.total(), (*suite)->coverage.count(Covered::Yes), (*suite)->coverage.count(Covered::Infeasible), (*suite)->coverage.count(Covered::Undecided), (*suite)->tests.size(), (*suite)->valuations, ms);
    std::vector<WrittenTest> written;
    for (const auto& t : (*suite)->tests) written.push_back(t.test);
    const std::string text = write_plain((*file)->model, written, {});
    const auto again = load_tests(*source, source_of("suite.als", text), {});
    ASSERT_TRUE(again) << render(again.error()) << text;
    Executor executor((*again)->model, {});
    for (const auto& command : (*again)->model.commands) {
      const Outcome outcome = executor.execute(command);
      EXPECT_TRUE(outcome.passed()) << s.name << " " << command.label << " " << outcome.obstacle;
      EXPECT_FALSE(outcome.solved) << outcome.left_open;
    }
    if (std::getenv("SHOW") && std::string(s.name) == std::getenv("SHOW")) std::printf("%s\n", text.c_str());
  }
}

}  // namespace
}  // namespace fretsaw::modeltest
