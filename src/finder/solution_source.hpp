// SPDX-License-Identifier: MIT
// The solutions of a plan: one for each instance, cube by cube, by one thread or by several; the sequence is
// the same.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "finder/plan.hpp"
#include "sat/enumerator.hpp"
#include "sat/solution_stream.hpp"

namespace fretsaw {

class SolutionSource {
 public:
  virtual ~SolutionSource() = default;

  // As SolutionStream::next.
  virtual bool next(Budget& budget) = 0;

  // Of the current solution. Variables are primary or secondary.
  virtual bool has_values() const { return true; }  // not of every one, if only their number is wanted
  virtual bool value(int variable) const = 0;
};

// The plan must outlive the source. With several threads, workers run ahead of the caller, but only so far
// that memory stays bounded, within copies of the budget; they stop when the source is destroyed.
std::unique_ptr<SolutionSource> make_solution_source(const Plan& plan, const InstancesOptions& options,
                                                     const Budget& budget);

// Moves an enumerator of the plan's clauses from one solution that is to be kept to the next. One for each
// thread.
class Sieve {
 public:
  explicit Sieve(const Plan& plan)
      : plan_(plan), leaders_(plan.leaders), values_(plan.clauses.inputs.size()) {}

  bool next(Enumerator& enumerator, Budget& budget);

 private:
  const Plan& plan_;
  std::optional<LeaderTest> leaders_;
  std::vector<bool> values_;  // by input
};

Enumerator enumerator_for(const Plan& plan, std::size_t cube, Budget& budget);

}  // namespace fretsaw
