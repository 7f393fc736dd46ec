// SPDX-License-Identifier: MIT
// Where harnesses run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/budget.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/harness.hpp"

namespace fretsaw::harness {

// What came of one instance.
struct Outcome {
  enum class Kind : std::uint8_t { Returned, Threw, Crashed, Aborted, Exited, Endless };
  Kind kind = Kind::Returned;
  ModelResults results{};
  std::string text{};        // of the exception, the signal, or the exit status
  std::string error_text{};  // what a process had written to standard error when it died
};

class Runner {
 public:
  virtual ~Runner() = default;
  // Errors: the harness asks for what the instance does not have, or its process is beyond repair. Throws
  // LimitReached.
  virtual Result<Outcome> run(const AlloyInstance& instance, Budget& budget) = 0;
};

struct RunnerLimits {
  double seconds = 1;
  std::size_t memory_mb = 0;
};

// Called directly.
std::unique_ptr<Runner> run_here(Harness harness);
// In a copy of this process.
Result<std::unique_ptr<Runner>> run_in_fork(const Harness& harness, const RunnerLimits& limits);

// A program of harnesses that has been started, and waits to be told which of them is wanted.
struct Offer {
  std::string name;
  std::string postcondition;
};

class StartedProgram {
 public:
  static Result<StartedProgram> start(const std::string& path);
  StartedProgram(StartedProgram&&) noexcept;
  StartedProgram& operator=(StartedProgram&&) noexcept;
  ~StartedProgram();

  const std::vector<Offer>& offers() const { return offers_; }
  Result<std::unique_ptr<Runner>> choose(std::size_t offer, const RunnerLimits& limits) &&;

 private:
  class Process;
  StartedProgram(std::unique_ptr<Process> process, std::vector<Offer> offers);
  friend Result<std::unique_ptr<Runner>> run_in_fork(const Harness& harness, const RunnerLimits& limits);

  std::unique_ptr<Process> process_;
  std::vector<Offer> offers_;
};

}  // namespace fretsaw::harness
