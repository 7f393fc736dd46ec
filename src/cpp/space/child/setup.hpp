// SPDX-License-Identifier: MIT
// The settings with which a search process starts: bounds and options, as a value and as command-line arguments.
// Both sides include this: arguments are written by one function and read by the other, which rejects unknown ones.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finitization.hpp"

namespace fretsaw::space {

struct SearchSetup {
  Bounds bounds;
  bool resume = true;
  bool cross_check = false;
  std::int64_t step_limit = 200'000;
  double seconds_per_candidate = 3;  // of processor time, for loops that read nothing
  int method = 0;                    // of a program with several predicates, which one; main() reads it
};

// All of the text is one number, or nothing.
template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

// "Node=3": a class and how many objects it has.
inline std::optional<std::pair<std::string, int>> objects_bound(std::string_view text) {
  const std::size_t sign = text.rfind('=');
  if (sign == std::string_view::npos || sign == 0) return std::nullopt;
  const auto count = whole_number<int>(text.substr(sign + 1));
  if (!count) return std::nullopt;
  return std::pair(std::string(text.substr(0, sign)), *count);
}

// "Node::key=1..3": a field and its values.
inline std::optional<std::pair<std::string, std::string>> values_bound(std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos || sign == 0) return std::nullopt;
  return std::pair(std::string(text.substr(0, sign)), std::string(text.substr(sign + 1)));
}

inline std::vector<std::string> to_words(const Bounds& bounds) {
  std::vector<std::string> words;
  const auto add = [&](const char* word, const std::string& value) {
    words.emplace_back(word);
    words.push_back(value);
  };
  if (bounds.size >= 0) add("size", std::to_string(bounds.size));
  const auto add_bound = [&](const char* word, std::string name, const std::string& value) {
    add(word, name.append("=").append(value));
  };
  for (const auto& [name, count] : bounds.objects) add_bound("objects", name, std::to_string(count));
  for (const auto& [name, text] : bounds.values) add_bound("values", name, text);
  for (const auto& [name, type] : bounds.types) add_bound("type", name, type);
  if (bounds.unread_fields_default) add("unread", "default");
  return words;
}

inline std::vector<std::string> to_words(const SearchSetup& setup) {
  std::vector<std::string> words = to_words(setup.bounds);
  const auto add = [&](const char* word, const std::string& value) {
    words.emplace_back(word);
    words.push_back(value);
  };
  add("resume", setup.resume ? "1" : "0");
  add("cross-check", setup.cross_check ? "1" : "0");
  add("step-limit", std::to_string(setup.step_limit));
  return words;
}

inline Result<SearchSetup> setup_from(std::span<const std::string_view> words) {
  SearchSetup setup;
  const auto nonsense = [](std::string_view word, std::string_view value) {
    return Diagnostic{Severity::Error,
                      ErrorClass::Input,
                      "invalid setting '" + std::string(word) + " " + std::string(value) + "'",
                      std::nullopt,
                      {}};
  };
  if (words.size() % 2 != 0) return nonsense(words.back(), "");
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const std::string_view word = words[i];
    const std::string_view value = words[i + 1];
    const bool is_flag = value == "0" || value == "1";
    if (word == "size") {
      const auto size = whole_number<int>(value);
      if (!size || *size < 0) return nonsense(word, value);
      setup.bounds.size = *size;
    } else if (word == "objects") {
      auto bound = objects_bound(value);
      if (!bound) return nonsense(word, value);
      setup.bounds.objects.push_back(std::move(*bound));
    } else if (word == "values") {
      auto bound = values_bound(value);
      if (!bound) return nonsense(word, value);
      setup.bounds.values.push_back(std::move(*bound));
    } else if (word == "type") {
      auto bound = values_bound(value);
      if (!bound) return nonsense(word, value);
      setup.bounds.types.push_back(std::move(*bound));
    } else if (word == "unread" && value == "default") {
      setup.bounds.unread_fields_default = true;
    } else if (word == "resume" && is_flag) {
      setup.resume = value == "1";
    } else if (word == "cross-check" && is_flag) {
      setup.cross_check = value == "1";
    } else if (word == "step-limit" && whole_number<std::int64_t>(value).value_or(0) > 0) {
      setup.step_limit = *whole_number<std::int64_t>(value);
    } else if (word == "method" && whole_number<int>(value).value_or(-1) >= 0) {
      setup.method = *whole_number<int>(value);
    } else if (word == "seconds" && whole_number<double>(value).value_or(0) > 0) {
      setup.seconds_per_candidate = *whole_number<double>(value);
    } else {
      return nonsense(word, value);
    }
  }
  return setup;
}

}  // namespace fretsaw::space
