// SPDX-License-Identifier: MIT
#include "cpp/space/heap_cursor.hpp"

namespace fretsaw::space {

void HeapCursor::skip(int type_index) {
  const code::TypeInfo& info = type(type_index);
  switch (info.kind) {
    case detail::kArrayType:
      return skip(info.target, static_cast<std::int64_t>(info.count));
    case detail::kVectorType:
      return skip(info.target, next());
    case detail::kOptionalType:
      return skip(info.target, next() != 0 ? 1 : 0);
    case detail::kContainerType:
      if (!info.is_string && info.count == 0) {
        for (std::int64_t n = next(); n > 0; --n) {
          if (info.key >= 0) skip(info.key);
          if (info.target >= 0) skip(info.target);
        }
        return;
      }
      [[fallthrough]];
    case detail::kPlaceType:
    case detail::kUnsupportedType:
      if (info.is_string) at += static_cast<std::size_t>(next());
      if (is_row(info)) skip(info.element, next());
      return;
    case detail::kFloatType:
      return;
    default:
      ++at;
  }
}

}  // namespace fretsaw::space
