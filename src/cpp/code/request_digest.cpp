// SPDX-License-Identifier: MIT
#include "cpp/code/request_digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "cpp/code/read_files.hpp"

namespace fretsaw::code {

namespace {

namespace fs = std::filesystem;

std::string program_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    const fs::path file = fs::path(folder) / name;
    std::error_code ignored;
    if (fs::exists(file, ignored)) return file.string();
  }
  return name;
}

}  // namespace

void add_executable(Digest& digest, const std::string& name) {
  const std::string path = program_in_path(name);
  std::error_code ignored;
  digest.field(fs::canonical(path, ignored).string());
  const FileStamp stamp = stamp_of(path).value_or(FileStamp{});
  digest.field(fmt::format("{} {}", stamp.size, stamp.modified));
}

void add_list(Digest& digest, const std::vector<std::string>& list) {
  digest.field(std::to_string(list.size()));
  for (const std::string& text : list) digest.field(text);
}

void add_surroundings(Digest& digest) {
  add_executable(digest, "/proc/self/exe");
  std::error_code ignored;
  digest.field(fs::current_path(ignored).string());
  for (const char* const name :
       {"CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "COMPILER_PATH", "GCC_EXEC_PREFIX"}) {
    const char* const value = std::getenv(name);
    digest.field(value != nullptr ? value : "");
  }
}

bool hides_files(const std::vector<std::string>& flags) {
  return std::any_of(flags.begin(), flags.end(), [](const std::string& flag) {
    return flag.starts_with('@') || flag.starts_with("-specs") || flag.starts_with("-fplugin") ||
           flag.starts_with("-B") || flag.starts_with("-wrapper");
  });
}

}  // namespace fretsaw::code
