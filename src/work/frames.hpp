// SPDX-License-Identifier: MIT
// Messages through pipes and sockets: bytes with their number before them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "work/pipe.hpp"

namespace fretsaw::work {

inline bool send_frame(int fd, const std::string& bytes) {
  const std::uint64_t size = bytes.size();
  return write_all(fd, &size, sizeof size) && write_all(fd, bytes.data(), bytes.size());
}

// Nothing if there is no more, or no such message.
inline std::optional<std::string> receive_frame(int fd) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 36;
  std::uint64_t size = 0;
  if (!read_all(fd, &size, sizeof size) || size > kLargest) return std::nullopt;
  std::string bytes(size, '\0');
  if (!read_all(fd, bytes.data(), bytes.size())) return std::nullopt;
  return bytes;
}

}  // namespace fretsaw::work
