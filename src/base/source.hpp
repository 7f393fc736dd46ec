// SPDX-License-Identifier: MIT
// A text with a name, and places in it. Offsets count bytes; lines and columns (characters) are computed on
// demand.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

class Source {
 public:
  Source(std::string name, std::string text);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }

  // The place of text()[begin, end); an end beyond the line's end is cut there.
  Location locate(std::uint32_t begin, std::uint32_t end) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;
};

// A range of a source. The source outlives it: owners of spans also own the SourcePtr.
struct Span {
  const Source* source = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  std::string_view text() const {
    return source ? source->text().substr(begin, end - begin) : std::string_view();
  }
};

using SourcePtr = std::shared_ptr<const Source>;

// The stretch from the beginning of one span to the end of another in the same source.
inline Span cover(const Span& from, const Span& to) { return {from.source, from.begin, to.end}; }

Diagnostic error_at(const Span& span, ErrorClass error_class, std::string message, std::string hint = {});
Diagnostic warning_at(const Span& span, std::string message, std::string hint = {});
// The diagnostic with one more related fact; the span may be empty.
Diagnostic with_note(Diagnostic diagnostic, std::string fact, const Span& span = {});

// Reads a file, in UTF-8 or, if it cannot be that, in Latin-1. Refused with a message: a missing or
// unreadable file, a directory, what is in neither (NUL bytes, control characters), and files larger than
// max_bytes.
Result<SourcePtr> read_source(const std::string& path, std::size_t max_bytes = std::size_t{64} << 20);

}  // namespace fretsaw
