// SPDX-License-Identifier: MIT
// The models of a formula, one after the other, projected to its primary variables: each valuation of them
// that can be extended to a model comes exactly once. The caller pulls, and may stop at any time.
//
//     while (stream.next(budget) == Step::Model) use(stream.value(1));
#pragma once

#include "base/budget.hpp"

namespace fretsaw {

enum class Step {
  Model,  // value() gives the next model
  Done,   // there are no more; next() will say so again
  Limit,  // the budget is exhausted; a next() with a fresh one goes on from here, without loss or repetition
};

const char* to_string(Step step);  // "model", "done", "limit"

class ModelStream {
 public:
  virtual ~ModelStream() = default;

  virtual Step next(Budget& budget) = 0;

  // The variable's value in the current model. Requires that the last next() answered Model, and a primary or
  // a secondary variable (the values of the latter are one of possibly many completions).
  virtual bool value(int variable) const = 0;
};

}  // namespace fretsaw
