// SPDX-License-Identifier: MIT
// Random well-formed problems, small enough for brute force, with every construct of relational logic.
#pragma once

#include <cstdint>
#include <string>

#include "fretsaw/relational.hpp"

namespace fretsaw::support {

// Where variables that stand for sets may be declared.
enum class SetVariables : std::uint8_t {
  Nowhere,
  Skolemizable,  // existentials that depend on no universal variable
  Dependent,     // also those that do, and formulas with them stand in several places
  Anywhere,      // which the evaluators can answer, but not the finder
};

struct RandomProblemOptions {
  int max_atoms = 4;
  int max_free_tuples = 16;
  int max_depth = 4;  // of formulas
  bool integers = true;
  SetVariables set_variables = SetVariables::Skolemizable;
};

// The same problem for the same seed and options, on every machine. It passes check().
Problem random_problem(std::uint64_t seed, const RandomProblemOptions& options = {});

// The whole problem as text, for messages of failing tests.
std::string to_text(const Problem& problem);

}  // namespace fretsaw::support
