// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw::space {

// Bounds as the command line has them: --objects "Node=3", --values "Node::key=1..3", --type
// "Scene::front=Square". Refused: what has no such form. Which classes and fields there are is another question
// (bound_names.hpp).
Result<Bounds> parse_bounds(const std::vector<std::string>& objects, const std::vector<std::string>& values,
                            const std::vector<std::string>& types = {});

}  // namespace fretsaw::space
