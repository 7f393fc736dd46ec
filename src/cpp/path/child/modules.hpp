// SPDX-License-Identifier: MIT
// The tables that the pass has put into the program's modules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fretsaw::path {

struct Modules {
  std::string text;                          // of all of them
  std::vector<std::uint32_t> first_outcome;  // by site; one more at the end
  std::uint32_t functions = 0;
};

Modules& modules();

}  // namespace fretsaw::path
