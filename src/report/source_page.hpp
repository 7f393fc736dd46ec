// SPDX-License-Identifier: MIT
// An HTML report about source texts: a summary, a bar and tables, and the texts with colored spans and with
// remarks between the lines, which can be hidden. It is self-contained: it refers to no other files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace fretsaw {

enum class Tone : std::uint8_t { Good, Bad, Neutral, Unsure };

struct PageSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  Tone tone = Tone::Good;
  std::string title;  // shown as a tooltip
};

// A remark below a line.
struct PageRemark {
  std::uint32_t line = 1;
  Tone tone = Tone::Bad;
  std::string text;
};

struct PageListing {
  const Source* source = nullptr;
  std::vector<PageSpan> spans;        // one inside of the other, or apart
  std::vector<PageRemark> remarks{};  // by line
};

struct PageTable {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
};

// A title and text with its line breaks.
struct PageNote {
  std::string title;
  std::string text;
};

struct SourcePage {
  struct Share {
    Tone tone = Tone::Good;
    std::string name;
    std::size_t size = 0;
  };

  std::string title;
  std::string summary;
  std::vector<Share> shares;  // the bar and its legend
  std::vector<PageTable> tables;
  std::vector<PageListing> listings;
  std::string notes_title;
  std::vector<PageNote> notes;
};

std::string html_of(const SourcePage& page);

}  // namespace fretsaw
