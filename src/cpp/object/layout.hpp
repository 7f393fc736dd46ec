// SPDX-License-Identifier: MIT
// Checks that all bytes of an object are known: a safety net for everything that reads classes.
#pragma once

#include <optional>

#include "fretsaw/detail/class_table.hpp"

namespace fretsaw::object {

struct ByteRange {
  long begin = 0;
  long end = 0;
};

// Bytes of objects of that class that are no field, no base, no virtual table and no padding; the first, if
// there are any.
std::optional<ByteRange> unexplained_bytes(const detail::ClassTable& classes, int class_index);

}  // namespace fretsaw::object
