// SPDX-License-Identifier: MIT
#include "work/private_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

namespace fretsaw::work {

namespace {

constexpr mode_t kWritableByOthers = S_IWGRP | S_IWOTH;

Diagnostic failure(const std::string& what, const std::string& name, int error) {
  return input_error(fmt::format("cannot {} '{}': {}", what, name, std::strerror(error)));
}

// Open, if it is to be believed and of the right kind.
Descriptor believed(Descriptor opened, mode_t kind) {
  if (!opened) return opened;
  struct stat status = {};
  const bool is_kind = fstat(opened.number(), &status) == 0 && (status.st_mode & S_IFMT) == kind;
  if (is_kind && !distrust_reason(opened.number())) return opened;
  opened = Descriptor();
  errno = EPERM;
  return opened;
}

std::string random_letters() {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789";
  constexpr std::size_t kLength = 12;
  unsigned char bytes[kLength] = {};
  (void)!getrandom(bytes, sizeof bytes, 0);
  std::string letters;
  for (const unsigned char byte : bytes) letters += kLetters[byte % kLetters.size()];
  return letters;
}

bool remove_content(int directory) {
  bool is_empty = true;
  for (const std::string& name : names_in(directory)) is_empty = remove_all_of(directory, name) && is_empty;
  return is_empty;
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

std::optional<std::string> distrust_reason(int descriptor) {
  struct stat status = {};
  if (fstat(descriptor, &status) != 0) return std::string(std::strerror(errno));
  const unsigned mode = status.st_mode & 07777;
  if (status.st_uid != geteuid()) return fmt::format("it belongs to user {}", status.st_uid);
  if ((mode & kWritableByOthers) != 0) return fmt::format("other users can write to it (mode {:04o})", mode);
  return std::nullopt;
}

Descriptor open_private_directory(int parent, const std::string& name) {
  return believed(Descriptor(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)),
                  S_IFDIR);
}

Descriptor open_private_file(int parent, const std::string& name) {
  // A pipe with that name is opened without waiting for a writer, and is not believed.
  return believed(Descriptor(openat(parent, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)),
                  S_IFREG);
}

std::optional<std::string> content_of(int descriptor) {
  std::string text;
  struct stat status = {};
  if (fstat(descriptor, &status) == 0 && status.st_size > 0)
    text.reserve(static_cast<std::size_t>(status.st_size));
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = read(descriptor, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::nullopt;
    if (n == 0) return text;
    text.append(buffer, static_cast<std::size_t>(n));
  }
}

bool write_all(int descriptor, const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t n = write(descriptor, bytes, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes += n;
    size -= static_cast<std::size_t>(n);
  }
  return true;
}

int write_private_file(int parent, const std::string& name, std::string_view content) {
  constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
  if (unlinkat(parent, name.c_str(), 0) != 0 && errno != ENOENT) return errno;
  const int file = openat(parent, name.c_str(), kNew, S_IRUSR | S_IWUSR);
  if (file < 0) return errno;
  errno = 0;
  const bool is_written = write_all(file, content.data(), content.size());
  const int write_error = errno;
  if (close(file) != 0) return errno;
  return is_written ? 0 : write_error;
}

Result<std::string> make_private_directory(int parent, const std::string& prefix) {
  constexpr int kMaxAttempts = 100;
  for (int i = 0; i < kMaxAttempts; ++i) {
    const std::string name = prefix + random_letters();
    if (mkdirat(parent, name.c_str(), S_IRWXU) == 0) return name;
    if (errno != EEXIST) return failure("create the directory", name, errno);
  }
  return failure("create the directory", prefix, EEXIST);
}

std::vector<std::string> names_in(int directory) {
  std::vector<std::string> names;
  const int copy = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (copy < 0) return names;
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(fdopendir(copy), closedir);
  if (!stream) {
    close(copy);
    return names;
  }
  while (const dirent* const entry = readdir(stream.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool remove_all_of(int parent, const std::string& name) {
  if (unlinkat(parent, name.c_str(), 0) == 0 || errno == ENOENT) return true;
  const Descriptor inside(openat(parent, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!inside) return errno == ENOENT;
  remove_content(inside.number());
  return unlinkat(parent, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT;
}

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
