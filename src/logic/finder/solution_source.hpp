// SPDX-License-Identifier: MIT
// The solutions of a plan: one for each instance, unit by unit, by one worker or by several; the sequence is
// the same.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "logic/finder/duplicates.hpp"
#include "logic/finder/plan.hpp"
#include "work/unit.hpp"

namespace fretsaw {

class SolutionSource {
 public:
  virtual ~SolutionSource() = default;

  // As SolutionStream::next.
  virtual bool next(Budget& budget) = 0;

  // Of the current solution. Variables are primary or secondary.
  virtual bool has_values() const { return true; }  // not of every one, if only their number is wanted
  virtual bool value(int variable) const = 0;
  virtual std::uint64_t place() const = 0;  // the piece of the plan that it is in

  // The current solution, if the sample wants it; without a number. Requires that the plan has shapes. If solutions are
  // only counted, the sample must be the same one from the first solution on.
  virtual std::optional<SampledInstance> sampled(Duplicates& sample) = 0;

  // How much of the search is done, from 0 to 1, roughly.
  virtual double progress_fraction() const = 0;

  // What is left after the last solution that was given out.
  virtual work::Position rest() const = 0;
};

// The plan must outlive the source. With several threads, workers run ahead of the caller, but only so far
// that memory stays bounded, within copies of the budget; they stop when the source is destroyed.
std::unique_ptr<SolutionSource> make_solution_source(const Plan& plan, const InstancesOptions& options,
                                                     const Budget& budget);

std::unique_ptr<SolutionSource> make_parallel_source(const Plan& plan, const InstancesOptions& options,
                                                     const Budget& budget);

}  // namespace fretsaw
