// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "finder/model_source.hpp"

namespace fretsaw {

std::unique_ptr<ModelSource> make_parallel_source(const Plan& plan, const InstancesOptions& options);

}  // namespace fretsaw
