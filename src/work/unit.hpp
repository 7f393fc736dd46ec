// SPDX-License-Identifier: MIT
// A unit of work: an interval of a search that makes one choice after the other, in a fixed order. Work is divided,
// sent to threads, processes and other machines, stored in checkpoints, and assigned to --part as units.
// Search processes include this, too: it requires only the standard library.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fretsaw::work {

// In a search for objects: the value of a variable, by its index in the domain. In an enumeration of
// instances: a decision on a variable of the clauses; 0 if it has the value that is tried first, else 1.
struct Choice {
  std::uint32_t variable;
  std::uint32_t index;
  friend bool operator==(const Choice&, const Choice&) = default;
};

// Begins where the choices are those of `path`, ends when a choice before `floor` would change. The default
// is the whole search. Repeated, it has the same results; divided, its parts together have the same results.
struct Unit {
  std::vector<Choice> path;
  std::size_t floor = 0;
  std::int64_t read =
      -1;  // if not negative: the predicate is known to hold, having read that much of the path
  friend bool operator==(const Unit&, const Unit&) = default;
};

// A unit with its place among the pieces into which the whole search was cut before it began (for --part):
// pieces in the order of their places, and their units in theirs, are the whole in its order.
struct PlacedUnit {
  Unit unit;
  std::uint64_t place = 0;
};

// How many results there were at a place.
struct PlaceCount {
  std::uint64_t place = 0;
  std::uint64_t count = 0;
  friend bool operator==(const PlaceCount&, const PlaceCount&) = default;
};

// Counts another result. Places come in ascending order.
inline void count_at(std::vector<PlaceCount>& counts, std::uint64_t place, std::uint64_t results = 1) {
  if (counts.empty() || counts.back().place != place) counts.push_back({place, 0});
  counts.back().count += results;
}

// The next number of a list separated by single blanks, which is removed from it. False at the end of the
// list.
template <class Number>
bool take_word(std::string_view& text, Number& number) {
  const std::size_t size = text.find(' ') == std::string_view::npos ? text.size() : text.find(' ');
  const char* const begin = text.data();
  const char* const end = begin + size;
  const auto [stop, error] = std::from_chars(begin, end, number);
  if (error != std::errc() || stop != end) return false;
  text.remove_prefix(size < text.size() ? size + 1 : size);
  return true;
}

// "floor read length {variable index}".
inline std::string to_text(const Unit& unit) {
  std::string out =
      std::to_string(unit.floor) + " " + std::to_string(unit.read) + " " + std::to_string(unit.path.size());
  for (const auto& [variable, index] : unit.path)
    out += " " + std::to_string(variable) + " " + std::to_string(index);
  return out;
}

// Nothing if the whole text does not have that form. Whether the choices belong to a search is checked by that
// search.
inline std::optional<Unit> unit_from(std::string_view text) {
  Unit unit;
  std::uint64_t length = 0;
  if (!take_word(text, unit.floor) || !take_word(text, unit.read) || !take_word(text, length))
    return std::nullopt;
  if (length > text.size()) return std::nullopt;  // each takes at least two characters
  for (std::uint64_t i = 0; i < length; ++i) {
    Choice choice{};
    if (!take_word(text, choice.variable) || !take_word(text, choice.index)) return std::nullopt;
    unit.path.push_back(choice);
  }
  const bool makes_sense = text.empty() && unit.floor <= unit.path.size() && unit.read >= -1 &&
                           unit.read <= static_cast<std::int64_t>(unit.path.size());
  return makes_sense ? std::optional(std::move(unit)) : std::nullopt;
}

// Where a search is that gives its results in order.
struct Position {
  std::vector<PlacedUnit> placed_units;  // what is left, in order
  std::uint64_t repeated = 0;            // of its results, the first so many are known already
};

}  // namespace fretsaw::work
