// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "instance/format.hpp"

namespace fretsaw {

// The instance as a graph in the DOT language of Graphviz.
std::string dot_of(const model::Model& model, const lowering::AlloyInstance& instance,
                   const RenderOptions& options);

}  // namespace fretsaw
