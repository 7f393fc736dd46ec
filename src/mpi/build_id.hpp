// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace fretsaw::mpi {

// What tells a program from one that was built of something else: the number that the linker has made of its
// content; a digest of the file if there is none. (A program may have hundreds of megabytes, and every rank
// asks.)
std::string build_id_of(const std::string& path);

}  // namespace fretsaw::mpi
