// SPDX-License-Identifier: MIT
// Compares the ranks: command line, version and libraries must be equal, so that programs of one machine run on another.
#pragma once

#include <string>
#include <vector>

namespace fretsaw::mpi {

// The program `fretsaw` in the directory of this one; empty if it does not exist.
std::string companion_program();

// To be called by all ranks. Empty if they are equal; else the difference, with the ranks.
std::string difference_between_ranks(int rank, const std::vector<std::string>& words);

// The identity of a program: the build ID that the linker computes from its content; without one, a digest of the
// file. (A digest of hundreds of megabytes on every rank would take too long.)
std::string build_id_of(const std::string& path);

}  // namespace fretsaw::mpi
