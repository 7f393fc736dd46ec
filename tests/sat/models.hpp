// SPDX-License-Identifier: MIT
// Streams of models emptied into containers.
#pragma once

#include <cstdint>
#include <vector>

#include "cnf/cnf.hpp"
#include "sat/model_stream.hpp"

namespace fretsaw::sat_test {

// The values of the primary variables, first to last.
using Model = std::vector<bool>;

Model model_of(const ModelStream& stream, const Cnf& cnf);

// All that is left, in the order of the stream.
std::vector<Model> all_models(ModelStream& stream, const Cnf& cnf);

std::uint64_t count_models(ModelStream& stream);

// A budget that allows this many polls and is exhausted at the next. For a few polls.
Budget budget_of_polls(int polls);

}  // namespace fretsaw::sat_test
