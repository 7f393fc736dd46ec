// SPDX-License-Identifier: MIT
// The seven subjects in examples/models: their mutants with equivalence decided, and their suites by
// coverage.
#include <benchmark/benchmark.h>

#include "alloy/modeltest/suite.hpp"
#include "alloy/modeltest/test_file.hpp"
#include "alloy/mutation/mutation_run.hpp"

namespace fretsaw {
namespace {

struct Subject {
  const char* model;
  const char* scope;
};

constexpr Subject kSubjects[] = {{"acyclic_list", "3"},  {"binary_tree", "3"}, {"full_tree", "3"},
                                 {"handshake", "4"},     {"queens", "3"},      {"river_crossing", "3"},
                                 {"dijkstra_mutex", "3"}};

SourcePtr text_of(const Subject& subject) {
  return *read_source(std::string(FRETSAW_SOURCE_DIR "/examples/models/") + subject.model + ".als");
}

void mutate(benchmark::State& state) {
  const Subject& subject = kSubjects[state.range(0)];
  const SourcePtr source = text_of(subject);
  mutation::MutationOptions options;
  options.scope = std::make_shared<const Source>("scope", subject.scope);
  for (auto _ : state) {
    const auto run = mutation::run_mutation(source, {}, options);
    state.counters["mutants"] = static_cast<double>(run->total().mutants);
    state.counters["equivalent"] = static_cast<double>(run->total().equivalent);
  }
  state.SetLabel(subject.model);
}
BENCHMARK(mutate)->DenseRange(0, 6)->Unit(benchmark::kMillisecond);

void coverage_suite(benchmark::State& state) {
  const Subject& subject = kSubjects[state.range(0)];
  const auto file = modeltest::load_model_tests(text_of(subject), {});
  modeltest::SuiteOptions options;
  options.scope = std::make_shared<const Source>("scope", subject.scope);
  for (auto _ : state) {
    const auto suite =
        modeltest::suite_by_coverage((*file)->model, [](const Span&) { return true; }, options);
    state.counters["tests"] = static_cast<double>((*suite)->tests.size());
  }
  state.SetLabel(subject.model);
}
BENCHMARK(coverage_suite)->DenseRange(0, 6)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fretsaw

BENCHMARK_MAIN();
