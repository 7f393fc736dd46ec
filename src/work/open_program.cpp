// SPDX-License-Identifier: MIT
#include "work/open_program.hpp"

#include <charconv>
#include <filesystem>
#include <string_view>

namespace fretsaw::work {

namespace {

constexpr std::string_view kPrefix = "/proc/self/fd/";

}  // namespace

std::string open_program_word(int descriptor) { return std::string(kPrefix) + std::to_string(descriptor); }

std::optional<int> open_program_of(const std::string& word) {
  if (!word.starts_with(kPrefix)) return std::nullopt;
  int descriptor = -1;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data() + kPrefix.size(), end, descriptor);
  if (error != std::errc() || stop != end || descriptor < 0) return std::nullopt;
  return descriptor;
}

std::string open_program_path(const std::string& word) {
  std::error_code error;
  const std::string path = std::filesystem::read_symlink(word, error).string();
  return error || path.empty() ? word : path;
}

}  // namespace fretsaw::work
