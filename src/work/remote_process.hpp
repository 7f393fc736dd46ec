// SPDX-License-Identifier: MIT
// Programs on other machines, used like children of this process. They are started by the program that started this
// process: src/mpi, when mpirun runs fretsaw. In an ordinary run there are none.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw::work {

// What stands for this program itself in a command.
inline constexpr const char* kThisProgram = "fretsaw";
// Holds the descriptor of a socket and the number of places.
inline constexpr const char* kRemoteSocketVariable = "FRETSAW_ELSEWHERE";

unsigned remote_slot_count();

// Starts the command at a place, 0 to remote_slot_count() - 1: a socket that is its standard input and output.
// The end of its output is the end of the program. Closing the socket kills it. If it cannot be started, it ends
// at once.
Result<int> start_remote_process(unsigned place, const std::vector<std::string>& command,
                                 std::size_t memory_mb);

// How the request is written to the socket: "place memory\0word\0word…". It is sent with the descriptor of the
// program's socket and, if the command began with open_program_word, that of the program.
std::string start_request(unsigned place, const std::vector<std::string>& command, std::size_t memory_mb);

}  // namespace fretsaw::work
