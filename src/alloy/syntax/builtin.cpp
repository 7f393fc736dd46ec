// SPDX-License-Identifier: MIT
#include "alloy/syntax/builtin.hpp"

#include <span>

namespace fretsaw::alloy {

namespace {

std::span<const BuiltinModule> modules() { return {kBuiltinModules, kBuiltinModuleCount}; }

}  // namespace

std::optional<std::string_view> builtin_module(std::string_view path) {
  for (const BuiltinModule& module : modules()) {
    if (module.path == path) return module.text;
  }
  return std::nullopt;
}

std::vector<std::string> builtin_module_names() {
  std::vector<std::string> names;
  for (const BuiltinModule& module : modules()) names.emplace_back(module.path);
  return names;
}

}  // namespace fretsaw::alloy
