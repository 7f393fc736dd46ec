// SPDX-License-Identifier: MIT
#include "cli/result_files.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace fretsaw::cli {

namespace {

bool belongs_into_a_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '$';
}

}  // namespace

Result<ResultFiles> ResultFiles::open(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return input_error(fmt::format("cannot make the folder '{}' of --out: {}", folder, error.message()));
  if (!std::filesystem::is_directory(folder, error))
    return input_error(fmt::format("'{}' of --out is no folder", folder));
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    return input_error(
        fmt::format("cannot write to the folder '{}' of --out: {}", folder, std::strerror(errno)));
  }
  return ResultFiles(folder);
}

Result<std::string> ResultFiles::write(std::string_view name, std::string_view extension,
                                       std::string_view content) const {
  std::string safe(name);
  for (char& c : safe) c = belongs_into_a_name(c) ? c : '_';
  const std::string path = (std::filesystem::path(folder_) / fmt::format("{}.{}", safe, extension)).string();
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (!file) return input_error(fmt::format("cannot write '{}': {}", path, std::strerror(errno)));
  return path;
}

Format chosen_format(const Settings& settings) {
  return settings.format.value_or(settings.json ? Format::Json : Format::Text);
}

}  // namespace fretsaw::cli
