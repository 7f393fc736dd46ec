// SPDX-License-Identifier: MIT
// What can be told of a model from an instance alone, enough to show it.
#pragma once

#include "alloy/exchange/raw_instance.hpp"
#include "alloy/model/model.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

// A model with the sigs and fields that the trace mentions, in their order. Who extends whom is read off
// their atoms: a sig whose atoms another one has, too, is below it, or a subset where it shares atoms with
// others there. The trace fits it, if any model fits it. Errors: a field of no sig.
Result<model::Model> inferred_model(const RawTrace& trace);

}  // namespace fretsaw
