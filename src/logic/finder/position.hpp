// SPDX-License-Identifier: MIT
// Enumerations that go on where others have stopped, for those who keep a checkpoint of more than that.
#pragma once

#include <functional>
#include <optional>

#include "fretsaw/finder.hpp"
#include "work/position.hpp"

namespace fretsaw {

struct LocatedInstances {
  Instances instances;
  // Behind all that were given; nothing if a limit came before the beginning. To be asked while `instances`
  // lives.
  std::function<std::optional<work::Position>()> position;
};

// Begins at a position, if there is one; instances that are known already come again. The checkpoint of the
// options is not looked at.
Result<LocatedInstances> located_instances(const Problem& problem, const InstancesOptions& options,
                                           const std::optional<work::Position>& from);

}  // namespace fretsaw
