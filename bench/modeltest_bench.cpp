// SPDX-License-Identifier: MIT
// Executing unit tests of models: evaluated as Fretsaw does it, and solved, one solver call each, as the original did.
#include <benchmark/benchmark.h>

#include "alloy/model/load.hpp"
#include "alloy/modeltest/execute.hpp"
#include "alloy/modeltest/suite.hpp"
#include "alloy/modeltest/test_file.hpp"

namespace fretsaw::modeltest {
namespace {

constexpr const char* kList = R"(sig List { header: set Node }
sig Node { link: set Node }
fact AtMostOne { all l: List | lone l.header   all n: Node | lone n.link }
pred Acyclic[l: List] { no l.header or some n: l.header.*link | no n.link }
)";

// The model with a suite by enumeration in scope 3.
std::unique_ptr<TestFile> list_tests() {
  const auto source = std::make_shared<const Source>("list.als", kList);
  const auto file = load_model_tests(source, {});
  SuiteOptions options;
  options.limit = 500;
  const auto suite = suite_by_enumeration((*file)->model, [](const Span&) { return true; }, options);
  std::vector<WrittenTest> written;
  for (const SuiteTest& test : (*suite)->tests) written.push_back(test.test);
  const std::string text = write_plain((*file)->model, written, {});
  return *load_tests(source, std::make_shared<const Source>("tests.als", text), {});
}

// Prepared once, evaluated again and again: what a mutation score does.
void evaluate_prepared(benchmark::State& state) {
  const auto file = list_tests();
  Executor executor(file->model, {});
  std::vector<PreparedTest> prepared;
  for (const std::size_t index : file->tests) {
    if (auto test = executor.prepare(file->model.commands[index])) prepared.push_back(*std::move(test));
  }
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(prepared[at].evaluate());
    at = (at + 1) % prepared.size();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluate_prepared);

// Recognized, placed and evaluated.
void execute(benchmark::State& state) {
  const auto file = list_tests();
  Executor executor(file->model, {});
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(executor.execute(file->model.commands[file->tests[at]]));
    at = (at + 1) % file->tests.size();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(execute);

// One translation and solver call each.
void solve(benchmark::State& state) {
  const auto file = list_tests();
  std::size_t at = 0;
  for (auto _ : state) {
    const auto lowered = lowering::lower(file->model, file->model.commands[file->tests[at]]);
    benchmark::DoNotOptimize(find(lowered->problem()));
    at = (at + 1) % file->tests.size();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(solve)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace fretsaw::modeltest

BENCHMARK_MAIN();
