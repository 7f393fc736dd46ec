// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "base/json_parser.hpp"

namespace fretsaw {

namespace {

constexpr std::size_t kMaxLineBytes = std::size_t{1} << 16;

bool continues_a_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::uint32_t characters_in(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      std::ranges::count_if(bytes, [](char c) { return !continues_a_character(c); }));
}

Location locate_in_file(const std::string& file, std::size_t begin, std::size_t end) {
  Location location{.file = file, .line = 1, .column = 1, .width = 1, .source_line = {}};
  std::ifstream in(file, std::ios::binary);
  JsonStream pieces(in);
  std::string line;  // as much of it as is shown
  std::size_t line_begin = 0, at = 0;
  for (std::string_view piece = pieces(); !piece.empty(); piece = pieces()) {
    for (const char c : piece) {
      const bool is_behind = at >= begin;
      if (c == '\n' && is_behind) {
        piece = {};
        break;
      }
      if (at < begin && !continues_a_character(c)) ++location.column;
      if (c == '\n') {
        ++location.line;
        location.column = 1;
        line.clear();
        line_begin = at + 1;
      } else if (line.size() <= kMaxLineBytes) {
        line += c;
      }
      ++at;
    }
    if (at > begin && (piece.empty() || line.size() > kMaxLineBytes)) break;
  }
  if (line.size() > kMaxLineBytes) return location;
  const std::string_view shown = line;
  const std::size_t from = std::min(begin - std::min(begin, line_begin), shown.size());
  const std::size_t size = std::min(end > begin ? end - begin : 0, shown.size() - from);
  location.width = std::max(1U, characters_in(shown.substr(from, size)));
  location.source_line = std::move(line);
  return location;
}

Diagnostic error_in_file(const std::string& file, std::string message, std::size_t begin, std::size_t end,
                         std::string hint) {
  Diagnostic error = input_error(std::move(message), std::move(hint));
  error.location = locate_in_file(file, begin, end);
  return error;
}

}  // namespace

const char* to_string(JsonKind kind) {
  switch (kind) {
    case JsonKind::Null:
      return "null";
    case JsonKind::Boolean:
      return "a boolean";
    case JsonKind::Integer:
      return "a number";
    case JsonKind::Real:
      return "a number that is not an integer";
    case JsonKind::Text:
      return "a string";
    case JsonKind::Array:
      return "an array";
    case JsonKind::Object:
      return "an object";
  }
  return "a value";
}

std::string json_expectation(std::string_view what, std::string_view path, std::string_view found) {
  return path.empty() ? fmt::format("expected {}, found {}", what, found)
                      : fmt::format("expected {} in '{}', found {}", what, path, found);
}

std::string_view JsonStream::operator()() {
  if (!in_) return {};
  in_.read(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  return std::string_view(buffer_).substr(0, static_cast<std::size_t>(in_.gcount()));
}

Diagnostic json_error_in_file(const std::string& file, const JsonSchemaError& schema_error,
                              std::string hint) {
  std::ifstream in(file, std::ios::binary);
  const auto place = json_place_of(JsonStream(in), schema_error.path).value_or(JsonPlace{});
  return error_in_file(file, schema_error.message.value_or(""), place.begin, place.end, std::move(hint));
}

Diagnostic json_error_in_file(const std::string& file, const JsonProblem& problem, std::string hint) {
  return error_in_file(file, problem.message, problem.begin, problem.end, std::move(hint));
}

Diagnostic json_error_in(const SourcePtr& source, const JsonSchemaError& schema_error, std::string hint) {
  std::string_view text = source->text();
  const auto place =
      json_place_of([&] { return std::exchange(text, {}); }, schema_error.path).value_or(JsonPlace{});
  return error_at(
      {source.get(), static_cast<std::uint32_t>(place.begin), static_cast<std::uint32_t>(place.end)},
      ErrorClass::Input, schema_error.message.value_or(""), std::move(hint));
}

Diagnostic json_error_at(const Span& value, std::string_view what, std::string_view found) {
  std::string path;
  if (value.source != nullptr) path = json_path_at(value.source->text(), value.begin).value_or("");
  return error_at(value, ErrorClass::Input, json_expectation(what, path, found));
}

}  // namespace fretsaw
