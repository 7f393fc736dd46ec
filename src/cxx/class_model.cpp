// SPDX-License-Identifier: MIT
#include "cxx/class_model.hpp"

#include <filesystem>
#include <fstream>

namespace fretsaw::cxx {

namespace {

// Shorter, where the file lies below the current folder.
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

}  // namespace fretsaw::cxx
