// SPDX-License-Identifier: MIT
// Pipes and sockets: the pair that leads to a child and back; and all of what is to be written or read, or
// nothing.
#pragma once

#include <cstddef>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw::work {

// All four are closed by exec; whoever forks closes what is the other's.
struct ChildPipes {
  int child_in = -1;   // what the child reads
  int child_out = -1;  // what it writes to
  int to_child = -1;
  int from_child = -1;

  static Result<ChildPipes> open();
  void close_ends_of_child();
  void close_ends_of_parent();
};

// All of it, or false.
bool write_all(int fd, const void* data, std::size_t size);
bool read_all(int fd, void* data, std::size_t size);

}  // namespace fretsaw::work
