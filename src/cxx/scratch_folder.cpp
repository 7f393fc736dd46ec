// SPDX-License-Identifier: MIT
#include "cxx/scratch_folder.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/atomic_file.hpp"

namespace fretsaw::cxx {

namespace fs = std::filesystem;

Result<ScratchFolder> ScratchFolder::create(const std::string& parent) {
  std::error_code ignored;
  const fs::path folder = parent.empty() ? fs::temp_directory_path(ignored) : fs::path(parent);
  std::string pattern = (folder / "fretsaw-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    return input_error(fmt::format("no temporary folder can be made: {}", pattern),
                       std::string(std::strerror(errno)) + "; set TMPDIR to a folder that can be written");
  }
  return ScratchFolder(pattern);
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

ScratchFolder& ScratchFolder::operator=(ScratchFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Result<std::string> ScratchFolder::write(const std::string& name, std::string_view content) const {
  const fs::path file = fs::path(path_) / name;
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  if (Status written = write_file(file.string(), content); !written) {
    Diagnostic error = written.error();
    error.hint = "set TMPDIR to a directory with enough space";
    return error;
  }
  return file.string();
}

}  // namespace fretsaw::cxx
