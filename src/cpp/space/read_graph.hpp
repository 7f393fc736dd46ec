// SPDX-License-Identifier: MIT
// Object graphs that were written as JSON (render_json), read again to be shown.
#pragma once

#include "cpp/space/object_graph.hpp"
#include "fretsaw/diagnostic.hpp"
#include "report/json_tree.hpp"

namespace fretsaw::space {

// Errors are located at what does not fit. What JSON does not distinguish is not distinguished here: enumerators are
// texts, and an empty optional is null.
Result<ObjectGraph> read_object_graph(const JsonTree& tree);

}  // namespace fretsaw::space
