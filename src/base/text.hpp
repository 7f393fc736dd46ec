// SPDX-License-Identifier: MIT
// Numbers in sentences.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fretsaw {

// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

// "1 instance", "5 instances".
std::string counted(std::uint64_t count, std::string_view thing);

}  // namespace fretsaw
