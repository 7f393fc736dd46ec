// SPDX-License-Identifier: MIT
#include "cpp/space/parse_bounds.hpp"

#include <fmt/format.h>

#include "cpp/space/child/setup.hpp"

namespace fretsaw::space {

namespace {

Diagnostic invalid(const char* option, const std::string& text, const char* expected) {
  return usage_error(fmt::format("invalid value '{}' for '{}': expected {}", text, option, expected));
}

}  // namespace

Result<Bounds> parse_bounds(const std::vector<std::string>& objects, const std::vector<std::string>& values,
                            const std::vector<std::string>& types) {
  Bounds bounds;
  for (const std::string& text : objects) {
    auto bound = objects_bound(text);
    if (!bound) return invalid("--objects", text, "CLASS=N, such as Node=3");
    if (bound->second < 0) return invalid("--objects", text, "a number of at least 0");
    bounds.objects.push_back(*std::move(bound));
  }
  for (const std::string& text : values) {
    auto bound = values_bound(text);
    if (!bound) return invalid("--values", text, "CLASS::FIELD=VALUES, such as Node::key=1..3");
    bounds.values.push_back(*std::move(bound));
  }
  for (const std::string& text : types) {
    auto bound = values_bound(text);
    if (!bound) return invalid("--type", text, "CLASS::FIELD=CLASS, such as Scene::front=Square");
    bounds.types.push_back(*std::move(bound));
  }
  return bounds;
}

}  // namespace fretsaw::space
