// SPDX-License-Identifier: MIT
// The models of a plan's clauses, cube by cube, by one thread or by several; the sequence is the same.
#pragma once

#include <memory>
#include <optional>

#include "base/budget.hpp"
#include "finder/plan.hpp"
#include "sat/model_stream.hpp"
#include "symmetry/canonical_form.hpp"

namespace fretsaw {

class ModelSource {
 public:
  virtual ~ModelSource() = default;

  virtual Step next(Budget& budget) = 0;

  // Of the current model. Variables are primary or secondary.
  virtual bool value(int variable) const = 0;
  // The canonical form of its instance, if the plan needs it.
  virtual FormHash form() = 0;
};

// The plan must outlive the source. With several threads, workers run ahead of the caller, but only so far
// that memory stays bounded; they stop when the source is destroyed.
std::unique_ptr<ModelSource> make_model_source(const Plan& plan, unsigned threads, const Limits& limits);

}  // namespace fretsaw
