// SPDX-License-Identifier: MIT
// The questions of fretsaw/finder.hpp for callers that have a budget already, because they did other work for
// the same answer: its clock goes on, and options.limits is not looked at. As there, a limit that is reached
// is part of the answer; nothing is thrown.
#pragma once

#include "base/budget.hpp"
#include "fretsaw/finder.hpp"

namespace fretsaw {

Result<Finding> find(const Problem& problem, const FindOptions& options, Budget& budget);
// Where there is no instance: whether there is one without the formulas at the positions `goal`.
struct GoalFinding {
  Finding finding;
  Verdict without_goal = Verdict::Limit;
};
Result<GoalFinding> find(const Problem& problem, const std::vector<std::size_t>& goal,
                         const FindOptions& options, Budget& budget);
// Whether there is an instance, without one.
Result<Verdict> satisfiable(const Problem& problem, const FindOptions& options, Budget& budget);
// The stream keeps a copy of the budget.
Result<Instances> instances(const Problem& problem, const InstancesOptions& options, const Budget& budget);
Result<Sample> sample(const Problem& problem, const SampleOptions& options, Budget& budget);
Result<Core> unsatisfiable_core(const Problem& problem, const FindOptions& options, Budget& budget);

}  // namespace fretsaw
