// SPDX-License-Identifier: MIT
#include "base/nearest_name.hpp"

#include <algorithm>
#include <cctype>

namespace fretsaw {

namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// How far apart two words are, in half steps: a letter missing, added, changed or swapped with its neighbor
// is one step, one in the wrong case half of that.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = 2 * i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = 2 * j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const char x = a[i - 1];
      const char y = b[j - 1];
      const std::size_t change = x == y ? 0 : lower(x) == lower(y) ? 1 : 2;
      d[i][j] = std::min({d[i - 1][j] + 2, d[i][j - 1] + 2, d[i - 1][j - 1] + change});
      const bool swapped = i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y;
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 2);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = 2 * (name.size() / 3 + 2);
  for (const std::string& candidate : candidates) {
    const std::size_t longer = std::max(name.size(), candidate.size());
    const std::size_t shorter = std::min(name.size(), candidate.size());
    if (2 * (longer - shorter) >= best_distance) continue;
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best_distance && distance < longer) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string suggestion(std::string_view nearest) {
  return nearest.empty() ? "" : "; did you mean '" + std::string(nearest) + "'?";
}

}  // namespace fretsaw
