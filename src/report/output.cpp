// SPDX-License-Identifier: MIT
#include "report/output.hpp"

#include <cerrno>

#include "base/atomic_file.hpp"
#include "base/printable.hpp"

namespace fretsaw {

namespace {
constexpr std::size_t kBufferSize = std::size_t{1} << 16;
}

void Output::write(std::string_view text) {
  if (!usable()) return;
  if (kind_ == Kind::Printed)
    buffer_ += printable_output(text);
  else
    buffer_ += text;
  if (buffer_.size() >= kBufferSize) flush();
}

void Output::flush() {
  if (usable()) errno_ = write_bytes(descriptor_, buffer_);
  buffer_.clear();
}

bool Output::reader_gone() const { return errno_ == EPIPE; }

}  // namespace fretsaw
