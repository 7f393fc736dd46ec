// SPDX-License-Identifier: MIT
// Solutions of a problem's clauses back into instances of the problem.
#pragma once

#include <functional>
#include <vector>

#include "fretsaw/relational.hpp"
#include "logic/finder/prepare.hpp"

namespace fretsaw {

// The truth of a variable in a solution.
using Assignment = std::function<bool(int variable)>;

Instance decode_instance(const Problem& problem, const Clauses& clauses, const Assignment& value);
std::vector<Witness> decode_witnesses(const Problem& problem, const Clauses& clauses,
                                      const Assignment& value);

// Those of quantifiers that become constants by this skolem_depth, with their numbers given anew.
std::vector<Witness> witnesses_of_depth(const Clauses& clauses, const std::vector<Witness>& witnesses,
                                        int depth);

}  // namespace fretsaw
