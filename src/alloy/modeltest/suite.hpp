// SPDX-License-Identifier: MIT
// Suites of tests made from a model: by enumeration of its instances, or by coverage of its requirements.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alloy/modeltest/coverage.hpp"
#include "alloy/modeltest/requirements.hpp"
#include "alloy/modeltest/stage.hpp"
#include "alloy/modeltest/written_test.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::modeltest {

enum class Target : std::uint8_t {
  All,  // an instance that meets any of the requirements that are left
  One,  // the first of them
};

struct SuiteOptions {
  StageOptions stage{};
  SourcePtr scope;  // as after `for`; null: 3
  Target target = Target::All;
  std::optional<std::uint64_t> limit;  // on tests
  bool minimize = false;
};

struct SuiteTest {
  WrittenTest test;
  std::size_t valuation = 0;             // which one, counted from 0
  std::optional<std::size_t> paragraph;  // that it calls, in Suite::requirements; none: the facts
  Arguments arguments;                   // of that call
  std::vector<std::size_t> covers;       // requirements that it exercises
  // Of a suite by coverage: the distinctions of the text that its label depends on, and those of which it is
  // an extreme.
  std::vector<std::size_t> decides, extremes;
  std::optional<Instance> instance;  // the valuation, in the suite's stage
};

struct Suite {
  Requirements requirements;
  Coverage coverage{requirements};  // by the valuations of the tests
  std::vector<SuiteTest> tests;
  std::size_t valuations = 0;
  bool complete = true;  // false: a limit was reached, or arguments were too many to list
  StopReason stop = StopReason::None;
  std::string note;  // what was left out, and how the suite was minimized

  Suite() = default;
  Suite(const Suite&) = delete;
  Suite& operator=(const Suite&) = delete;
};

// The predicates, functions and assertions that `under_test` accepts are called.
Result<std::unique_ptr<Suite>> suite_by_coverage(const model::Model& model,
                                                 const std::function<bool(const Span&)>& under_test,
                                                 const SuiteOptions& options);
Result<std::unique_ptr<Suite>> suite_by_enumeration(const model::Model& model,
                                                    const std::function<bool(const Span&)>& under_test,
                                                    const SuiteOptions& options);

// The indices of a small set of rows that together have everything that all rows have; `proved` if no set is
// smaller.
struct Cover {
  std::vector<std::size_t> rows;  // ascending
  bool proved = false;
};
Cover smallest_cover(const std::vector<std::vector<std::size_t>>& rows);

}  // namespace fretsaw::modeltest
