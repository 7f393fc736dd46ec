// SPDX-License-Identifier: MIT
#include "cpp/search/child/descriptors.hpp"

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace fretsaw::search {

namespace {

int hidden = -1;

int close_between(unsigned first, unsigned last, int flags) {
  return first > last ? 0 : static_cast<int>(syscall(SYS_close_range, first, last, flags));
}

}  // namespace

void hide_descriptor(int descriptor) { hidden = descriptor; }
void close_descriptor(int descriptor) { syscall(SYS_close, descriptor); }

}  // namespace fretsaw::search

// These take the place of the C library's.
extern "C" {

int close(int descriptor) {
  if (descriptor >= 0 && descriptor != fretsaw::search::hidden)
    return static_cast<int>(syscall(SYS_close, descriptor));
  errno = EBADF;
  return -1;
}

int close_range(unsigned first, unsigned last, int flags) noexcept {
  using namespace fretsaw::search;
  const auto kept = static_cast<unsigned>(hidden);
  if (hidden < 0 || kept < first || kept > last) return close_between(first, last, flags);
  const int below = kept > 0 ? close_between(first, kept - 1, flags) : 0;
  const int above = close_between(kept + 1, last, flags);
  return below != 0 ? below : above;
}

void closefrom(int first) noexcept { close_range(static_cast<unsigned>(first < 0 ? 0 : first), ~0U, 0); }
}
