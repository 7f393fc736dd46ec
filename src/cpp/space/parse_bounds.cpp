// SPDX-License-Identifier: MIT
#include "cpp/space/parse_bounds.hpp"

#include <fmt/format.h>

#include "cpp/space/child/setup.hpp"

namespace fretsaw::space {

Result<Bounds> parse_bounds(const std::vector<std::string>& objects, const std::vector<std::string>& values,
                            const std::vector<std::string>& types) {
  Bounds bounds;
  for (const std::string& text : objects) {
    auto bound = objects_bound(text);
    if (!bound)
      return usage_error(fmt::format("--objects {}: a class and a number are expected", text),
                         "write --objects Node=3");
    if (bound->second < 0)
      return usage_error(fmt::format("--objects {}: the number cannot be negative", text));
    bounds.objects.push_back(*std::move(bound));
  }
  for (const std::string& text : values) {
    auto bound = values_bound(text);
    if (!bound)
      return usage_error(fmt::format("--values {}: a field and its values are expected", text),
                         "write --values Node::key=1..3");
    bounds.values.push_back(*std::move(bound));
  }
  for (const std::string& text : types) {
    auto bound = values_bound(text);
    if (!bound)
      return usage_error(fmt::format("--type {}: a field and a class are expected", text),
                         "write --type Scene::front=Square");
    bounds.types.push_back(*std::move(bound));
  }
  return bounds;
}

}  // namespace fretsaw::space
