// SPDX-License-Identifier: MIT
// Truths about small formulas, found by trying everything.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "logic/cnf/cnf.hpp"

namespace fretsaw::sat_test {

// A valuation of the primary variables: bit v - 1 is the value of variable v.
using Projection = std::uint32_t;

// The projected solutions in which the cube holds. Requires at most 20 variables or so.
std::set<Projection> brute_force(const Cnf& cnf, std::span<const int> cube = {});

}  // namespace fretsaw::sat_test
