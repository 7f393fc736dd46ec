// SPDX-License-Identifier: MIT
// The functions of the C library that allocate and free memory. Search processes, programs that call methods
// and explored programs have their own of each, and accept the same ones.
#pragma once

#include <span>

namespace fretsaw::space {

inline constexpr const char* kAllocationFunctions[] = {
    "malloc",        "calloc",         "realloc", "reallocarray", "free",   "memalign",
    "aligned_alloc", "posix_memalign", "valloc",  "pvalloc",      "strdup", "strndup"};

// Those that allocation_front.inc defines: not those that read text, which each runtime sees in its own way.
inline std::span<const char* const> front_functions() {
  return std::span(kAllocationFunctions).first(std::size(kAllocationFunctions) - 2);
}

}  // namespace fretsaw::space
