// SPDX-License-Identifier: MIT
#include "cpp/object/layout.hpp"

#include <algorithm>
#include <vector>

namespace fretsaw::object {

namespace {

// A class with virtual functions begins with a pointer of its own, unless its first base has one.
bool begins_with_table(const detail::ClassTable& classes, const detail::ClassEntry& entry) {
  if (entry.is_polymorphic == 0) return false;
  return std::none_of(entry.bases, entry.bases + entry.base_count, [&](const detail::BaseEntry& base) {
    return base.offset == 0 && classes.classes[base.class_index].is_polymorphic != 0;
  });
}

}  // namespace

std::optional<ByteRange> unexplained_bytes(const detail::ClassTable& classes, int class_index) {
  const detail::ClassEntry& entry = classes.classes[class_index];
  if (entry.is_frame != 0) return std::nullopt;
  std::vector<detail::SpanEntry> spans(entry.spans, entry.spans + entry.span_count);
  if (begins_with_table(classes, entry)) spans.push_back({0, sizeof(void*), alignof(void*)});
  std::sort(spans.begin(), spans.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
  long end = 0;
  for (const detail::SpanEntry& span : spans) {
    if (span.offset - end >= span.alignment) return ByteRange{end, span.offset};
    end = std::max(end, span.offset + span.size);
  }
  const auto size = static_cast<long>(entry.size);
  const bool is_empty = spans.empty() && size == 1;
  if (!is_empty && size - end >= static_cast<long>(entry.alignment)) return ByteRange{end, size};
  return std::nullopt;
}

}  // namespace fretsaw::object
