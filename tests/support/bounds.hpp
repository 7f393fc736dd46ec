// SPDX-License-Identifier: MIT
// Bounds as one writes them on the command line, in tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cpp/space/parse_bounds.hpp"

namespace fretsaw {

// {"Node=3"}
inline std::vector<std::pair<std::string, int>> objects_of(const std::vector<std::string>& texts) {
  return space::parse_bounds(texts, {})->objects;
}

// {"Node::key=1..3"}; what pointers lead to, {"Scene::front=Square"}, looks the same.
inline std::vector<std::pair<std::string, std::string>> values_of(const std::vector<std::string>& texts) {
  return space::parse_bounds({}, texts)->values;
}

}  // namespace fretsaw
