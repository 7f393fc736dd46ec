// SPDX-License-Identifier: MIT
// Numbers in the bytes of a field.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "cpp/object/shapes.hpp"

namespace fretsaw::object {

// Sizes are constants: the general functions are watched in programs under search.
inline std::uint64_t load_bytes(const std::byte* at, std::size_t size) {
  std::uint64_t word = 0;
  switch (size) {
    case 1:
      std::memcpy(&word, at, 1);
      break;
    case 2:
      std::memcpy(&word, at, 2);
      break;
    case 4:
      std::memcpy(&word, at, 4);
      break;
    case 8:
      std::memcpy(&word, at, 8);
      break;
    default:
      for (std::size_t i = 0; i < size && i < 8; ++i) word |= static_cast<std::uint64_t>(at[i]) << (8 * i);
  }
  return word;
}

inline void store_bytes(std::byte* at, std::uint64_t word, std::size_t size) {
  switch (size) {
    case 1:
      std::memcpy(at, &word, 1);
      break;
    case 2:
      std::memcpy(at, &word, 2);
      break;
    case 4:
      std::memcpy(at, &word, 4);
      break;
    case 8:
      std::memcpy(at, &word, 8);
      break;
    default:
      for (std::size_t i = 0; i < size && i < 8; ++i) at[i] = static_cast<std::byte>(word >> (8 * i));
  }
}

inline std::uint64_t low_bits(unsigned count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

inline std::int64_t load_scalar(const Shape& shape, const std::byte* at) {
  const unsigned bits = shape.bit_width != 0 ? shape.bit_width : static_cast<unsigned>(shape.type->size * 8);
  const std::size_t size =
      shape.bit_width != 0 ? (shape.bit_offset + shape.bit_width + 7U) / 8U : shape.type->size;
  std::uint64_t word = (load_bytes(at, size) >> shape.bit_offset) & low_bits(bits);
  const bool extends = shape.type->is_signed != 0 && shape.type->kind != detail::kFloatType && bits < 64;
  if (extends && (word >> (bits - 1) & 1U) != 0) word |= ~low_bits(bits);
  return static_cast<std::int64_t>(word);
}

inline void store_scalar(const Shape& shape, std::int64_t number, std::byte* at) {
  const auto word = static_cast<std::uint64_t>(number);
  if (shape.bit_width == 0) return store_bytes(at, word, shape.type->size);
  const std::size_t size = (shape.bit_offset + shape.bit_width + 7U) / 8U;
  const std::uint64_t mask = low_bits(shape.bit_width) << shape.bit_offset;
  store_bytes(at, (load_bytes(at, size) & ~mask) | (word << shape.bit_offset & mask), size);
}

}  // namespace fretsaw::object
