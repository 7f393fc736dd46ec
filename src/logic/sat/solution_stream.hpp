// SPDX-License-Identifier: MIT
// The solutions of a formula, one after the other, projected to its primary variables: each valuation of them
// that can be extended to all variables comes exactly once. The caller pulls, and may stop at any time.
//
//     while (stream.next(budget)) use(stream.value(1));
#pragma once

#include "base/budget.hpp"

namespace fretsaw {

class SolutionStream {
 public:
  virtual ~SolutionStream() = default;

  // Moves on to the next solution. False: there are no more, and it will say so again. When the budget throws
  // LimitReached, a next() with a fresh one goes on from there, without loss or repetition.
  virtual bool next(Budget& budget) = 0;

  // The variable's value in the current solution. Requires that the last next() was true, and a primary or a
  // secondary variable (the values of the latter are one of possibly many completions).
  virtual bool value(int variable) const = 0;
};

}  // namespace fretsaw
