// SPDX-License-Identifier: MIT
// The runtime library and the headers that generated programs need, carried inside this program: it works
// wherever it is installed, or not installed at all.
#pragma once

#include <string_view>
#include <vector>

namespace fretsaw {

struct EmbeddedFile {
  std::string_view name;  // below an include folder
  std::string_view content;
};

std::string_view runtime_archive();
std::vector<EmbeddedFile> runtime_headers();

}  // namespace fretsaw
