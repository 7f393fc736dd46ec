// SPDX-License-Identifier: MIT
// The modules that come with Fretsaw, by path.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fretsaw::model {

std::optional<std::string_view> library_module(std::string_view path);  // "util/ordering"
std::vector<std::string> library_paths();

}  // namespace fretsaw::model
