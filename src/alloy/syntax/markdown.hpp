// SPDX-License-Identifier: MIT
// Literate models: Alloy in Markdown. As Alloy reads them: a head between two lines `---`, which comes first,
// then text of which only the blocks count that begin with a line "```alloy" and end with one that begins
// with "```".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/source.hpp"

namespace fretsaw::alloy {

struct Markdown {
  // The text of the source in which all is blank that is not Alloy: what is left is where the source has it.
  // None if the source is not Markdown.
  std::optional<std::string> alloy;
  std::optional<Diagnostic> error;    // it is Markdown, but nothing in it can be read
  std::vector<Span> unread_fences{};  // lines that almost begin a block of Alloy
};

// A source is Markdown if its name ends in `.md`; or if it has a head and at least one block of Alloy, since
// `---` alone is a comment.
Markdown read_markdown(const Source& source);

}  // namespace fretsaw::alloy
