// SPDX-License-Identifier: MIT
#pragma once

#include "alloy/model/expr.hpp"

namespace fretsaw::model {

// Does it stand for a quantifier or comprehension over meta sigs (checker_meta.cpp)? Such a `let` holds
// copies of one body, all with the places of that body in the text; nobody wrote its variable, which has no
// name.
inline bool is_meta_quantifier(const Expr& expr) {
  return expr.op == Op::Let && expr.decls.front().variables.front()->name.empty();
}

}  // namespace fretsaw::model
