// SPDX-License-Identifier: MIT
// The matrices that terms are made of: relations by their bounds, and constants.
#pragma once

#include <cstddef>
#include <cstdint>

#include "logic/circuit/matrix.hpp"
#include "logic/circuit/translate.hpp"

namespace fretsaw {

// A new input of the circuit for a tuple of bounds[owner], or of a skolem.
Lit add_input(Circuit& circuit, std::size_t owner, std::uint64_t tuple);

// The relation of bounds[owner]: true for the tuples of the lower bound, a new input for each other one of
// the upper.
Matrix bounded_matrix(const Problem& problem, std::size_t owner, Circuit& circuit);

// Of None, Univ, Iden and Ints.
Matrix constant_matrix(const Problem& problem, const Node& node);

}  // namespace fretsaw
