// SPDX-License-Identifier: MIT
// Fingerprints of content (SHA-256): the same on every machine and in every version, and no two in practice
// alike.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fretsaw {

class Digest {
 public:
  // Bytes as they are.
  Digest& add(std::string_view bytes);
  // A text with its length, so that lists of texts with the same characters differ.
  Digest& field(std::string_view text);

  // In hexadecimal. Nothing can be added afterwards.
  std::string hex();

 private:
  void block(const unsigned char* bytes);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> rest_ = {};
  std::uint64_t size_ = 0;
};

std::string digest_of(std::string_view bytes);
// Nothing if it cannot be read.
std::optional<std::string> digest_of_file(const std::string& path);

}  // namespace fretsaw
