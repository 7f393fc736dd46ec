// SPDX-License-Identifier: MIT
// What digests of requests to the cache have in common.
#pragma once

#include <string>
#include <vector>

#include "base/digest.hpp"

namespace fretsaw::code {

// A compiler, or this program: by its place, size and age; reading it at every start would take longer than
// it saves. A name without a directory is looked up as a shell would.
void add_executable(Digest& digest, const std::string& name);

void add_list(Digest& digest, const std::vector<std::string>& list);

// This program, and what compilers read of their environment: the working directory and variables.
void add_surroundings(Digest& digest);

// Flags that use files which compilers do not report: what is made with them is not cached.
bool hides_files(const std::vector<std::string>& flags);

}  // namespace fretsaw::code
