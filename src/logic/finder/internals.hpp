// SPDX-License-Identifier: MIT
// The questions of fretsaw/finder.hpp for callers that have a budget already, because they did other work for
// the same answer: its clock continues, and options.limits is not examined. As there, a limit that is reached
// is part of the answer; nothing is thrown.
#pragma once

#include <functional>
#include <optional>

#include "base/budget.hpp"
#include "fretsaw/finder.hpp"
#include "work/unit.hpp"

namespace fretsaw {

Result<FindResult> find(const Problem& problem, const FindOptions& options, Budget& budget);
// Where there is no instance: whether there is one without the formulas at the positions `goal`.
struct GoalFindResult {
  FindResult finding;
  Verdict without_goal = Verdict::Limit;
};
Result<GoalFindResult> find(const Problem& problem, const std::vector<std::size_t>& goal,
                            const FindOptions& options, Budget& budget);
// Whether there is an instance, without one.
Result<Verdict> satisfiable(const Problem& problem, const FindOptions& options, Budget& budget);
// The stream keeps a copy of the budget.
Result<Instances> instances(const Problem& problem, const InstancesOptions& options, const Budget& budget);
Result<Sample> sample(const Problem& problem, const SampleOptions& options, Budget& budget);
Result<Core> unsatisfiable_core(const Problem& problem, const FindOptions& options, Budget& budget);

// Enumerations that resume where others have stopped, for checkpoints that contain more than that.
struct LocatedInstances {
  Instances instances;
  // Behind all that were given; nothing if a limit came before the beginning. To be asked while `instances`
  // lives.
  std::function<std::optional<work::Position>()> position;
};

// Begins at a position, if there is one; instances that are known already come again. The checkpoint of the
// options is not examined.
Result<LocatedInstances> located_instances(const Problem& problem, const InstancesOptions& options,
                                           const std::optional<work::Position>& from);

}  // namespace fretsaw
