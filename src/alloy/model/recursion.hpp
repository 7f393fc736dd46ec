// SPDX-License-Identifier: MIT
// Which functions cannot be expanded, because they call themselves, directly or not.
#pragma once

#include <optional>
#include <vector>

#include "alloy/model/model.hpp"

namespace fretsaw::model {

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

}  // namespace fretsaw::model
