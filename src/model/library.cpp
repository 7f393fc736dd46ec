// SPDX-License-Identifier: MIT
#include "model/library.hpp"

#if __has_include("alloy/builtin.hpp")
#include "alloy/builtin.hpp"
#endif

namespace fretsaw::model {

#if __has_include("alloy/builtin.hpp")
std::optional<std::string_view> library_module(std::string_view path) { return alloy::builtin_module(path); }
std::vector<std::string> library_paths() { return alloy::builtin_module_names(); }
#else
std::optional<std::string_view> library_module(std::string_view) { return std::nullopt; }
std::vector<std::string> library_paths() { return {}; }
#endif

}  // namespace fretsaw::model
