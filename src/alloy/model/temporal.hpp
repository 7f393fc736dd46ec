// SPDX-License-Identifier: MIT
// Which commands are about traces: those of models in which something is `var`, and those whose facts or goal
// speak of other states, also in what they call.
#pragma once

#include <unordered_set>
#include <vector>

#include "alloy/model/model.hpp"

namespace fretsaw::model {

class TemporalSearch {
 public:
  // Requires the model's sigs, fields, functions and facts.
  explicit TemporalSearch(const Model& model);

  bool reached_from(const Expr& goal) { return everything_ || reaches(goal); }

 private:
  bool reaches(const Expr& root);

  const Model& model_;
  bool everything_ = false;
  std::vector<bool> called_;  // functions that are known to speak of one state only, or are being looked into
  std::unordered_set<const Expr*> seen_;
};

// A scope on steps is for commands about traces. The error is at the command, as in Alloy.
Status check_steps(const Command& command, const Span& pos);

}  // namespace fretsaw::model
