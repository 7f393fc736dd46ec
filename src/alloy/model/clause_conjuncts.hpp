// SPDX-License-Identifier: MIT
// A relational clause taken apart, to say which part of it does not hold and what that part refers to.
#pragma once

#include <vector>

#include "alloy/model/model.hpp"

namespace fretsaw::contract {

struct Conjunct {
  const model::Expr* formula = nullptr;
  // Expressions in it whose values say why: the largest ones that no quantifier in it binds.
  std::vector<const model::Expr*> values{};
};

// The formulas that all must hold. The body outlives them.
std::vector<Conjunct> conjuncts_of(const model::Expr& body);

}  // namespace fretsaw::contract
