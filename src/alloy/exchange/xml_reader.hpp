// SPDX-License-Identifier: MIT
#pragma once

#include "alloy/exchange/raw_instance.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

// Reads an instance, or the states of a trace, as Alloy writes them. Elements and attributes that say nothing
// about them are skipped.
Result<RawTrace> read_xml_instance(const SourcePtr& source);

}  // namespace fretsaw
