// SPDX-License-Identifier: MIT
// Circuit -> clauses.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
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

// Turns gates into clauses, as they are asked for: for one formula (encode), or for a solver that is
// asked one question after the other while the graph grows.
class Encoder {
 public:
  // The graph outlives the encoder, and all its inputs are there already.
  Encoder(const GateGraph& graph, const std::vector<bool>& secondary, Polarity polarity);

  int new_variable() { return ++cnf_.variables; }

  // These literals will be asked for, so often each. If no others are, gates that are used only once can
  // become part of the clauses that use them.
  void expect(std::span<const Lit> asked, std::uint8_t times = 1);

  // The literal holds; with a selector, it holds if that variable does.
  void hold(Lit output, int selector = 0);

  // What stands for the literal in clauses that need its truth: assuming it makes the literal hold. Not for
  // constants.
  int literal(Lit lit);

  // Adds the definitions of all gates that were asked for.
  void define_all(Budget& budget);

  // All clauses since the last call; the numbers of variables are those of the whole.
  Cnf take_clauses();

  const std::vector<int>& variable_of_input() const { return variable_of_input_; }
  const std::vector<std::uint32_t>& input_of() const { return input_of_; }

 private:
  void number_inputs(const std::vector<bool>& secondary);
  // The clause of these literals, and of those that stand for literals already; or the clauses that are the
  // same.
  void clause(std::span<const Lit> literals, std::span<const int> fixed);
  void extend(std::span<const Lit> literals);  // of fixed_ and these
  void distribute(Lit lit);                    // of fixed_ and each part
  bool is_inlined(Lit lit) const;
  void flatten();
  std::size_t best_literal_to_distribute() const;
  void require(std::uint32_t gate, std::uint8_t way);
  void define(std::uint32_t gate, std::uint8_t way);
  void note(Lit held);
  void grow();

  const GateGraph& graph_;
  Polarity polarity_;
  Cnf cnf_;
  std::vector<int> variable_of_input_;
  std::vector<std::uint32_t> input_of_;
  std::vector<int> variable_;         // by gate; 0 if it has none yet
  std::vector<std::uint8_t> needed_;  // by gate: which ways are defined or pending
  std::vector<std::uint8_t> held_;    // by gate: known to be true, or false, in all solutions
  std::vector<std::pair<std::uint32_t, std::uint8_t>> pending_;
  std::vector<int> fixed_;          // of the clause that is being made, as they will stand there
  std::vector<Lit> literals_;       // and those that it still has to be given
  std::vector<std::uint8_t> uses_;  // by gate: 0 if that is not known, 1 once, 2 more often
};

}  // namespace fretsaw
