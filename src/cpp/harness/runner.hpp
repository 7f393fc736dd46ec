// SPDX-License-Identifier: MIT
// Where harnesses run.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "cpp/guest/child/termination.hpp"
#include "cpp/guest/guest.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/harness.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw::harness {

// What came of one instance.
struct Outcome {
  guest::TerminationRecord end{};  // Returned: there are results
  ModelResults results{};
};

class Runner {
 public:
  virtual ~Runner() = default;
  // Errors: the harness reads a sig or field that the instance does not have, or its process cannot be
  // restarted. Throws LimitReached.
  virtual Result<Outcome> run(const AlloyInstance& instance, Budget& budget) = 0;
};

struct RunnerLimits {
  double seconds = 1;
  std::size_t memory_mb = 0;
};

// Called directly.
std::unique_ptr<Runner> run_in_process(Harness harness);
// In a copy of this process.
Result<std::unique_ptr<Runner>> run_in_fork(const Harness& harness, const RunnerLimits& limits);

// A program of harnesses that has been started, and waits to be told which of them is wanted.
struct HarnessInfo {
  std::string name;
  std::string postcondition;
};

class StartedProgram {
 public:
  static Result<StartedProgram> start(const std::string& path, const Limits& limits = {});

  const std::vector<HarnessInfo>& harnesses() const { return harnesses_; }
  std::unique_ptr<Runner> choose(std::size_t harness_index, const RunnerLimits& limits) &&;

 private:
  StartedProgram(guest::Guest process, std::vector<HarnessInfo> harnesses)
      : process_(std::move(process)), harnesses_(std::move(harnesses)) {}

  guest::Guest process_;
  std::vector<HarnessInfo> harnesses_;
};

}  // namespace fretsaw::harness
