// SPDX-License-Identifier: MIT
// Problem -> clauses, with what is needed to turn models of the clauses back into instances.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "circuit/translate.hpp"
#include "cnf/encode.hpp"
#include "fretsaw/finder.hpp"

namespace fretsaw {

struct Clauses {
  Encoding encoding;
  std::vector<InputTuple> inputs;  // by input index
  std::vector<Skolem> skolems;
  Statistics statistics;
};

struct PrepareOptions {
  Symmetry symmetry = Symmetry::Lex;
  int skolem_depth = 0;
  bool selectors =
      false;  // one a formula of the problem, in order; symmetry breaking has none and always holds
};

// Nothing if the budget ran out.
Result<std::optional<Clauses>> prepare(const Problem& problem, const PrepareOptions& options, Budget& budget);

// Which inputs of a problem's circuit are choices that do not belong to an instance.
std::vector<bool> secondary_inputs(const Problem& problem, const std::vector<InputTuple>& inputs);

Clauses clauses_of(Encoding encoding, Circuit circuit);

// The truth of a variable in a model.
using Valuation = std::function<bool(int variable)>;

Instance decode_instance(const Problem& problem, const Clauses& clauses, const Valuation& value);
std::vector<Witness> decode_witnesses(const Problem& problem, const Clauses& clauses, const Valuation& value);

}  // namespace fretsaw
