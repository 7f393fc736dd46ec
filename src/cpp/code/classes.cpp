// SPDX-License-Identifier: MIT
#include "cpp/code/classes.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace fretsaw::code {

namespace {

// Shorter, if the file is below the current directory.
std::string shown(const std::string& file) {
  std::error_code ignored;
  const std::string relative = std::filesystem::proximate(file, ignored).string();
  return relative.empty() || relative.starts_with("..") ? file : relative;
}

}  // namespace

Location to_location(const Place& place) {
  Location location{
      .file = shown(place.file), .line = place.line, .column = place.column, .width = 1, .source_line = {}};
  std::ifstream in(place.file);
  for (unsigned line = 0; line < place.line && std::getline(in, location.source_line);) ++line;
  return location;
}

std::string definition_text(const ClassInfo& info) {
  std::ifstream in(info.place.file, std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  const std::string text = content.str();
  if (info.text_begin >= info.text_end || info.text_end > text.size()) return "";
  return text.substr(info.text_begin, info.text_end - info.text_begin);
}

}  // namespace fretsaw::code
