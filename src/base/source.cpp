// SPDX-License-Identifier: MIT
#include "base/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace fretsaw {

namespace {

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::uint32_t count_characters(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      std::count_if(bytes.begin(), bytes.end(), [](char c) { return !continues_character(c); }));
}

// How many bytes the well-formed character at `text[at]` has; 0 if it is malformed.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0x80                   ? 1
                             : lead >= 0xC2 && lead < 0xE0 ? 2
                             : (lead & 0xF0) == 0xE0       ? 3
                             : lead >= 0xF0 && lead < 0xF5 ? 4
                                                           : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues_character(text[at + i])) return 0;
  }
  return length;
}

// The offset of the first byte that no text file holds, or npos.
std::size_t first_binary_byte(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = text[i] == '\0' ? 0 : character_length(text, i);
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

// Older files are in Latin-1, often for a name in a comment. They hold no control characters but blanks.
bool may_be_latin1(std::string_view text) {
  return std::ranges::none_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && (byte < '\t' || byte > '\r')) || byte == 0x7F;
  });
}

std::string from_latin1(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      result += c;
    } else {
      result += static_cast<char>(0xC0 | byte >> 6);
      result += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return result;
}

}  // namespace

Source::Source(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const bool ends_line =
        text_[i] == '\n' || (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n'));
    if (ends_line) line_starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
}

Location Source::locate(std::uint32_t begin, std::uint32_t end) const {
  const auto size = static_cast<std::uint32_t>(text_.size());
  begin = std::min(begin, size);
  end = std::clamp(end, begin, size);
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), begin);
  const std::uint32_t start = *(next - 1);
  std::uint32_t stop = next == line_starts_.end() ? size : *next;
  while (stop > start && (text_[stop - 1] == '\n' || text_[stop - 1] == '\r')) --stop;
  const std::string_view text = text_;
  return {.file = name_,
          .line = static_cast<std::uint32_t>(next - line_starts_.begin()),
          .column = count_characters(text.substr(start, begin - start)) + 1,
          .width = std::max(
              1U, count_characters(text.substr(begin, std::max(begin, std::min(end, stop)) - begin))),
          .source_line = std::string(text.substr(start, stop - start))};
}

Diagnostic error_at(const Span& span, ErrorClass error_class, std::string message, std::string hint) {
  Diagnostic d{Severity::Error, error_class,     std::move(message),
               std::nullopt,    std::move(hint), StopReason::None};
  if (span.source) d.location = span.source->locate(span.begin, span.end);
  return d;
}

Diagnostic warning_at(const Span& span, std::string message, std::string hint) {
  Diagnostic d = error_at(span, ErrorClass::Type, std::move(message), std::move(hint));
  d.severity = Severity::Warning;
  return d;
}

Diagnostic with_note(Diagnostic diagnostic, std::string fact, const Span& span) {
  Note note{std::move(fact), std::nullopt};
  if (span.source) note.location = span.source->locate(span.begin, span.end);
  diagnostic.notes.push_back(std::move(note));
  return diagnostic;
}

Result<SourcePtr> read_source(const std::string& path, std::size_t max_bytes) {
  const auto refuse = [&](std::string message, std::string hint = {}) {
    return file_error(path, std::move(message), std::move(hint));
  };
  std::error_code status_error;
  const auto status = std::filesystem::status(path, status_error);
  if (!std::filesystem::exists(status)) return refuse("no such file or directory");
  if (std::filesystem::is_directory(status)) return refuse("expected a file, found a directory");
  std::ifstream in(path, std::ios::binary);
  if (!in) return refuse(fmt::format("cannot read the file: {}", std::strerror(errno)));
  std::string text;
  std::string chunk(std::size_t{1} << 16, '\0');
  while (in.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) || in.gcount() > 0) {
    text.append(chunk, 0, static_cast<std::size_t>(in.gcount()));
    if (text.size() > max_bytes) {
      return refuse(fmt::format("file larger than {} MB, the maximum", max_bytes >> 20),
                    "split it into modules");
    }
  }
  const auto bad = first_binary_byte(text);
  if (bad != std::string::npos && may_be_latin1(text)) {
    text = from_latin1(text);
  } else if (bad != std::string::npos) {
    const auto offset = static_cast<std::uint32_t>(bad);
    Source source(path, std::move(text));
    Diagnostic d = refuse("not a text file: invalid UTF-8", "save the file as UTF-8 text");
    d.location = source.locate(offset, offset);
    d.location->source_line.clear();
    return d;
  }
  return SourcePtr(std::make_shared<const Source>(path, std::move(text)));
}

}  // namespace fretsaw
