// SPDX-License-Identifier: MIT
#pragma once

#include "fretsaw/diagnostic.hpp"
#include "report/raw_instance.hpp"

namespace fretsaw {

// Reads an instance as Alloy writes it. Of several (the states of a trace) the first one is taken; elements
// and attributes that say nothing about it are skipped.
Result<RawInstance> read_xml_instance(const SourcePtr& source);

}  // namespace fretsaw
