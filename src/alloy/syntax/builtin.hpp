// SPDX-License-Identifier: MIT
// The texts of the standard modules, models/util/*.als, which the build puts into the program.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fretsaw::alloy {

struct BuiltinModule {
  std::string_view path;  // "util/ordering"
  std::string_view text;
};

// Sorted by path; generated.
extern const BuiltinModule kBuiltinModules[];
extern const std::size_t kBuiltinModuleCount;

// The text of the module that `open path` means if no file is found.
std::optional<std::string_view> builtin_module(std::string_view path);

std::vector<std::string> builtin_module_names();

}  // namespace fretsaw::alloy
