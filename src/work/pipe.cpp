// SPDX-License-Identifier: MIT
#include "work/pipe.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace fretsaw::work {

Result<ChildPipes> ChildPipes::open() {
  int there[2];
  int back[2];
  const auto none = [] { return input_error(fmt::format("no pipe: {}", std::strerror(errno))); };
  if (pipe2(there, O_CLOEXEC) != 0) return none();
  if (pipe2(back, O_CLOEXEC) != 0) {
    const Diagnostic error = none();
    close(there[0]);
    close(there[1]);
    return error;
  }
  return ChildPipes{there[0], back[1], there[1], back[0]};
}

void ChildPipes::close_ends_of_child() {
  close(child_in);
  close(child_out);
}

void ChildPipes::close_ends_of_parent() {
  close(to_child);
  close(from_child);
}

bool write_all(int fd, const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = write(fd, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

bool read_all(int fd, void* data, std::size_t size) {
  char* bytes = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t n = read(fd, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

}  // namespace fretsaw::work
