// SPDX-License-Identifier: MIT
// A place in the words of a heap, from which values are read or passed over.
#pragma once

#include <cstdint>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/object/heap.hpp"

namespace fretsaw::space {

// A pointer to something that is not an object: an array, as long as what was allocated for it.
inline bool is_row(const code::TypeInfo& type) {
  return type.kind == detail::kUnsupportedType && !type.is_string && type.element >= 0;
}

struct HeapCursor {
  const std::vector<code::TypeInfo>& types;
  object::HeapWords words;
  std::size_t at = 0;

  const code::TypeInfo& type(int index) const { return types[static_cast<std::size_t>(index)]; }
  std::int64_t next() { return at < words.size() ? words[at++] : 0; }
  // Passes over a value of the type.
  void skip(int type_index);

 private:
  void skip(int type_index, std::int64_t times) {
    for (; times > 0; --times) skip(type_index);
  }
};

}  // namespace fretsaw::space
