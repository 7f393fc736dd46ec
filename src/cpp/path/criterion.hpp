// SPDX-License-Identifier: MIT
#pragma once

#include "fretsaw/explore.hpp"

namespace fretsaw::path {

// When an exploration is done: all branches that can be are covered, or all paths are taken.
using Criterion = ExploreOptions::Criterion;

}  // namespace fretsaw::path
