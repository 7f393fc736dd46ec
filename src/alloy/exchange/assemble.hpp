// SPDX-License-Identifier: MIT
#pragma once

#include "alloy/exchange/raw_instance.hpp"
#include "alloy/model/model.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

// The instance of the model that was read: every name is one of the model, sigs are nested and disjoint as
// declared, every tuple consists of atoms of the instance and fits its field's type. Facts and multiplicities
// need not hold.
Result<AlloyInstance> assemble(const model::Model& model, const RawInstance& raw);
// The same of all states of a trace.
Result<AlloyInstance> assemble_trace(const model::Model& model, const RawTrace& raw);

}  // namespace fretsaw
