// SPDX-License-Identifier: MIT
// Pipes and sockets: all of what is to be written or read, or nothing.
#pragma once

#include <cstddef>

namespace fretsaw::work {

// All of it, or false.
bool write_all(int fd, const void* data, std::size_t size);
bool read_all(int fd, void* data, std::size_t size);

}  // namespace fretsaw::work
