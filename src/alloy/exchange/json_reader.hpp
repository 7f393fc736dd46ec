// SPDX-License-Identifier: MIT
#pragma once

#include "alloy/exchange/raw_instance.hpp"
#include "fretsaw/diagnostic.hpp"
#include "report/json_tree.hpp"

namespace fretsaw {

// Reads an instance as instance_to_json writes it; or a document that holds one: that of `run` (its first
// instance) or of `enumerate` (likewise). Keys of no meaning are skipped.
Result<RawTrace> read_json_instance(const SourcePtr& source);
// The same, of the part of a document that is the instance or trace.
Result<RawTrace> read_json_instance(const SourcePtr& source, const JsonTree& tree);

}  // namespace fretsaw
