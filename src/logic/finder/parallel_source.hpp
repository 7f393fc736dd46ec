// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "logic/finder/solution_source.hpp"

namespace fretsaw {

std::unique_ptr<SolutionSource> make_parallel_source(const Plan& plan, const InstancesOptions& options,
                                                     const Budget& budget);

}  // namespace fretsaw
