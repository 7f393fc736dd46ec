// SPDX-License-Identifier: MIT
// A stretch of the search, and its text: what programs under search and their coordinator hand to each other,
// and what is kept in checkpoints. Both sides include this.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fretsaw::runtime {

// The value of a variable, by its index in the domain.
struct Choice {
  std::uint32_t variable;
  std::uint32_t index;
  friend bool operator==(const Choice&, const Choice&) = default;
};

// Begins at the candidate `path`, ends when the choices before `floor` would change. The default is the whole
// search.
struct Segment {
  std::vector<Choice> path;
  std::size_t floor = 0;
  std::int64_t read =
      -1;  // if not negative: the predicate is known to hold, having read that much of the path
  friend bool operator==(const Segment&, const Segment&) = default;
};

// The next number of a list that is separated by single blanks, which is removed from it. False if there is
// none.
template <class Number>
bool take_word(std::string_view& text, Number& number) {
  const std::size_t size = text.find(' ') == std::string_view::npos ? text.size() : text.find(' ');
  const char* const end = text.data() + size;
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return false;
  text.remove_prefix(size < text.size() ? size + 1 : size);
  return true;
}

// "floor read length {variable index}".
inline std::string to_text(const Segment& segment) {
  std::string out = std::to_string(segment.floor) + " " + std::to_string(segment.read) + " " +
                    std::to_string(segment.path.size());
  for (const auto& [variable, index] : segment.path)
    out += " " + std::to_string(variable) + " " + std::to_string(index);
  return out;
}

// Nothing if it is not such a text, all of it. Whether the choices belong to a search is for Search::restart.
inline std::optional<Segment> segment_from(std::string_view text) {
  Segment segment;
  std::uint64_t length = 0;
  if (!take_word(text, segment.floor) || !take_word(text, segment.read) || !take_word(text, length))
    return std::nullopt;
  if (length > text.size()) return std::nullopt;  // each takes at least two characters
  for (std::uint64_t i = 0; i < length; ++i) {
    Choice choice{};
    if (!take_word(text, choice.variable) || !take_word(text, choice.index)) return std::nullopt;
    segment.path.push_back(choice);
  }
  const bool makes_sense = text.empty() && segment.floor <= segment.path.size() && segment.read >= -1 &&
                           segment.read <= static_cast<std::int64_t>(segment.path.size());
  return makes_sense ? std::optional(std::move(segment)) : std::nullopt;
}

}  // namespace fretsaw::runtime
