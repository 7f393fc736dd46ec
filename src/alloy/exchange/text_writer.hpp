// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "alloy/exchange/format.hpp"

namespace fretsaw {

// One line a sig, followed by its fields, and the skolem constants at the end:
//
//     Node      = {Node$0, Node$1}
//       next    = {Node$0->Node$1}
//     $show_n   = {Node$0}
//
// Sets that do not fit the width go on in the next line, below their first element.
std::string text_of(const model::Model& model, const AlloyInstance& instance, const RenderOptions& options);

// Node$0->Node$1
std::string tuple_text(const AlloyTuple& tuple);

}  // namespace fretsaw
