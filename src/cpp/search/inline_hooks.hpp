// SPDX-License-Identifier: MIT
// Sparing the compiled user code most calls of the hooks that watch it.
#pragma once

#include <string>
#include <string_view>

namespace fretsaw::search {

// Takes and gives x86-64 assembly as g++ writes it. Where a hook is called for a load or store, the test for
// "not of interest" (see child/watch.hpp) is done on the spot, and only what passes it is called. What is
// not recognized stays as it is, which is slower but right: the hooks themselves test again.
std::string inline_hooks(std::string_view assembly);

}  // namespace fretsaw::search
