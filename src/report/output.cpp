// SPDX-License-Identifier: MIT
#include "report/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/atomic_file.hpp"
#include "base/text.hpp"

namespace fretsaw {

namespace {
constexpr std::size_t kBufferSize = std::size_t{1} << 16;
}

void Output::write(std::string_view text) {
  if (!usable()) return;
  if (kind_ == Kind::Printed)
    buffer_ += printable_output(text);
  else
    buffer_ += text;
  if (buffer_.size() >= kBufferSize) flush();
}

void Output::flush() {
  if (usable()) errno_ = write_bytes(descriptor_, buffer_);
  buffer_.clear();
}

bool Output::reader_gone() const { return errno_ == EPIPE; }

namespace {

bool is_allowed_in_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
         c == '$';
}

}  // namespace

Result<ResultFiles> ResultFiles::open(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return input_error(fmt::format("cannot create directory '{}' for '--out': {}", folder, error.message()));
  if (!std::filesystem::is_directory(folder, error))
    return input_error(fmt::format("invalid value '{}' for '--out': not a directory", folder));
  if (::access(folder.c_str(), W_OK | X_OK) != 0) {
    return input_error(
        fmt::format("cannot write to directory '{}' of '--out': {}", folder, std::strerror(errno)));
  }
  return ResultFiles(folder);
}

Result<std::string> ResultFiles::write(std::string_view name, std::string_view extension,
                                       std::string_view content) const {
  std::string safe(name);
  for (char& c : safe) c = is_allowed_in_name(c) ? c : '_';
  const std::string path = (std::filesystem::path(folder_) / fmt::format("{}.{}", safe, extension)).string();
  if (Status written = write_file(path, content); !written) return written.error();
  return path;
}

}  // namespace fretsaw
