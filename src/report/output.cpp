// SPDX-License-Identifier: MIT
#include "report/output.hpp"

#include <unistd.h>

#include <cerrno>

namespace fretsaw {

namespace {
constexpr std::size_t kBufferSize = std::size_t{1} << 16;
}

void Output::write(std::string_view text) {
  if (!usable()) return;
  buffer_ += text;
  if (buffer_.size() >= kBufferSize) flush();
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && usable()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      errno_ = errno;
    }
  }
  buffer_.clear();
}

bool Output::reader_gone() const { return errno_ == EPIPE; }

}  // namespace fretsaw
