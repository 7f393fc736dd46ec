// SPDX-License-Identifier: MIT
// What one test has compiled, others use: programs are kept by the content of all that they are made of, in
// the folder in which everything is built. Include it in tests that compile with use_cache.
#pragma once

#include <cstdlib>

namespace fretsaw::test {

// Before any test runs, and not where the user's own programs are kept.
inline const bool kSharesCompiled = setenv("XDG_CACHE_HOME", FRETSAW_BINARY_DIR "/tests_cache", 1) == 0;

}  // namespace fretsaw::test
