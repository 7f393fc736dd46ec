// SPDX-License-Identifier: MIT
#include "alloy/mutation/diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace fretsaw::mutation {

namespace {

std::vector<std::string_view> lines_of_text(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string range(std::size_t first, std::size_t count) {
  // An empty stretch is named after the line before it.
  const std::size_t shown = count == 0 ? first : first + 1;
  return count == 1 ? fmt::format("{}", shown) : fmt::format("{},{}", shown, count);
}

}  // namespace

std::string line_diff(const Source& from, const Source& to) {
  const auto before = lines_of_text(from.text()), after = lines_of_text(to.text());
  std::size_t same = 0;
  while (same < before.size() && same < after.size() && before[same] == after[same]) ++same;
  std::size_t tail = 0;
  while (tail < before.size() - same && tail < after.size() - same &&
         before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  const std::size_t removed = before.size() - same - tail, added = after.size() - same - tail;
  std::string out = fmt::format("@@ -{} +{} @@\n", range(same, removed), range(same, added));
  for (std::size_t i = 0; i < removed; ++i) out += fmt::format("-{}\n", before[same + i]);
  for (std::size_t i = 0; i < added; ++i) out += fmt::format("+{}\n", after[same + i]);
  return out;
}

}  // namespace fretsaw::mutation
