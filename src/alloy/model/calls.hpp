// SPDX-License-Identifier: MIT
// What expressions come to through the functions that they call.
#pragma once

#include <optional>
#include <unordered_set>
#include <vector>

#include "alloy/model/model.hpp"

namespace fretsaw::model {

// Which functions cannot be expanded, because they call themselves, directly or not.
class Recursion {
 public:
  explicit Recursion(const Model& model);

  // The recursive call that evaluating the expression would run into.
  std::optional<Diagnostic> reached_from(const Expr& expr) const;

 private:
  struct Call {
    FunctionId callee{};
    Span span;
  };
  static void collect(const Expr& expr, std::vector<Call>& out);
  void explore(FunctionId root);

  const Model& model_;
  std::vector<std::vector<Call>> calls_;
  std::vector<std::optional<Diagnostic>> found_;
  std::vector<char> state_;  // 0: new, 1: on the stack, 2: done
};

// Which commands are about traces: those of models in which something is `var`, and those whose facts or goal
// refer to other states, also in what they call.
class TemporalSearch {
 public:
  // Requires the model's sigs, fields, functions and facts.
  explicit TemporalSearch(const Model& model);

  bool reached_from(const Expr& goal) { return everything_ || reaches(goal); }

 private:
  bool reaches(const Expr& root);

  const Model& model_;
  bool everything_ = false;
  std::vector<bool> called_;  // functions that are known to refer to one state only, or are being looked into
  std::unordered_set<const Expr*> seen_;
};

// A scope on steps is for commands about traces. The error is at the command, as in Alloy.
Status check_steps(const Command& command, const Span& pos);

}  // namespace fretsaw::model
