// SPDX-License-Identifier: MIT
// Circuit -> clauses.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "logic/circuit/gate_graph.hpp"
#include "logic/cnf/cnf.hpp"

namespace fretsaw {

enum class Polarity : std::uint8_t {
  Needed,  // Plaisted–Greenbaum: a gate implies, or is implied by, its definition only where that matters
  Both,    // Tseitin: every gate is equivalent to its definition
};

struct EncodeOptions {
  Polarity polarity = Polarity::Needed;
  // Give each output a variable of its own, `Encoding::selectors`, which implies it; otherwise outputs just
  // hold.
  bool selectors = false;
  // These outputs, by position, have one variable of their own together, `Encoding::goal_selector`.
  std::vector<std::size_t> goal;
};

struct Encoding {
  Cnf cnf;
  std::vector<int> variable_of_input;   // by input index; primary inputs first, then the secondary ones
  std::vector<std::uint32_t> input_of;  // by variable - 1, for the variables that are inputs
  std::vector<int> selectors;           // one an output, if asked for
  int goal_selector = 0;                // 0 if there is no goal
  std::vector<int> exported;  // for each exported literal the literal that means the same in the clauses
};

// Clauses over the graph's inputs and some of its gates that the valuations which make all outputs true
// satisfy, and only these. `secondary[i]` says whether input i is a choice that is not part of a solution.
// Exported literals need not hold, but are fully defined, so that they can be assumed; they must not be
// constant.
Encoding encode(const GateGraph& graph, std::span<const Lit> outputs, const std::vector<bool>& secondary,
                const EncodeOptions& options, Budget& budget, std::span<const Lit> exported = {});

}  // namespace fretsaw
