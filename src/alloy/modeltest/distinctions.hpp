// SPDX-License-Identifier: MIT
// The distinctions that the text of a model makes, and what the model would be if one were made otherwise.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "alloy/model/model.hpp"
#include "alloy/modeltest/requirements.hpp"

namespace fretsaw::modeltest {

// A test decides a distinction if its expected outcome would change with the changed formula in its place.
// Without such a formula, the distinction is between accepted and rejected valuations, represented by an
// extreme: the largest or the smallest one.
struct Distinction {
  std::optional<std::size_t> fact;       // the conjunct of the facts in which it is made,
  std::optional<std::size_t> paragraph;  // or the predicate or function
  std::string what;                      // "some n.left iff some n.right: true, false"
  model::ExprPtr changed;                // the conjunct, or the body, without the distinction
  bool accepted = false, rich = false;   // of an extreme
  double weight = 1;                     // how much a test that decides it is worth
};

// Extremes, then changes; of the conjuncts of facts, then of predicates and functions.
std::vector<Distinction> collect_distinctions(const model::Model& model, const Requirements& requirements,
                                              const std::vector<model::ExprPtr>& facts);

}  // namespace fretsaw::modeltest
