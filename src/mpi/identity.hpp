// SPDX-License-Identifier: MIT
// Do all ranks want the same, and are their machines alike enough that programs of one run on the other?
#pragma once

#include <string>
#include <vector>

namespace fretsaw::mpi {

// The program `fretsaw` that stands beside this one; empty if there is none.
std::string program_beside();

// To be called by all ranks. Empty, or why not: a sentence that names the ranks.
std::string difference_between_ranks(int rank, const std::vector<std::string>& words);

// What tells a program from one that was built of something else: the number that the linker has made of its
// content; a digest of the file if there is none. (A program may have hundreds of megabytes, and every rank
// asks.)
std::string build_id_of(const std::string& path);

}  // namespace fretsaw::mpi
