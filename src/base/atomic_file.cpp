// SPDX-License-Identifier: MIT
#include "base/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

namespace fretsaw {

namespace {

namespace fs = std::filesystem;

constexpr mode_t kMode = 0666;  // less what the umask takes away

// Where a chain of symbolic links leads, whether or not there is a file.
fs::path end_of_links(fs::path path) {
  constexpr int kMaxLinks = 40;  // as in the kernel
  std::error_code error;
  for (int links = 0; links < kMaxLinks && fs::is_symlink(fs::symlink_status(path, error)); ++links) {
    const fs::path target = fs::read_symlink(path, error);
    if (error) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

// Devices and pipes have no content to keep; /dev/stdout may be a regular file that others have open.
bool is_written_in_place(const std::string& path, const fs::path& target) {
  struct stat known = {};
  if (stat(path.c_str(), &known) == 0 && !S_ISREG(known.st_mode)) return true;
  for (const std::string& name : {path, target.string()}) {
    for (const char* const shared : {"/dev/std", "/dev/fd/", "/proc/"}) {
      if (name.starts_with(shared)) return true;
    }
  }
  return false;
}

int open_new(const fs::path& directory, std::string& path) {
  static std::atomic<unsigned> number = 0;
  int descriptor = -1;
  do {
    path = (directory / fmt::format(".fretsaw-{}-{}", getpid(), number++)).string();
    descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
  } while (descriptor < 0 && errno == EEXIST);
  return descriptor;
}

// As far as that is allowed: a report that others may read stays one.
void take_over_mode(int descriptor, const std::string& target) {
  struct stat known = {};
  if (stat(target.c_str(), &known) != 0) return;
  if (known.st_uid != geteuid() || known.st_gid != getegid())
    (void)!fchown(descriptor, known.st_uid, known.st_gid);
  (void)!fchmod(descriptor, known.st_mode & 07777);
}

}  // namespace

Diagnostic cannot_write(const std::string& path, int error) {
  return input_error(fmt::format("cannot write '{}': {}", path, std::strerror(error)));
}

int write_bytes(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd wanted = {descriptor, POLLOUT, 0};
      poll(&wanted, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

Status write_file(const std::string& path, std::string_view content) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  if (Status written = file->write(content); !written) return written;
  return file->commit();
}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  AtomicFile file;
  file.path_ = path;
  const fs::path target = end_of_links(path);
  file.target_ = target.string();
  int error = 0;
  if (!is_written_in_place(path, target)) {
    const fs::path directory = target.parent_path();
    file.descriptor_ = open_new(directory.empty() ? "." : directory, file.temporary_);
    if (file.descriptor_ >= 0) {
      take_over_mode(file.descriptor_, file.target_);
      return file;
    }
    error = errno;
    file.temporary_.clear();
    const bool may_be_writable = error == EACCES || error == EPERM || error == EROFS;
    if (!may_be_writable || !fs::exists(target)) return cannot_write(path, error);
  }
  file.descriptor_ = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
  if (file.descriptor_ < 0) return cannot_write(path, errno);
  return file;
}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept { *this = std::move(other); }

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(target_, other.target_);
  std::swap(temporary_, other.temporary_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

AtomicFile::~AtomicFile() { discard(); }

Status AtomicFile::write(std::string_view content) {
  if (const int error = write_bytes(descriptor_, content); error != 0) return cannot_write(path_, error);
  return Success{};
}

Status AtomicFile::commit() {
  if (const int closed = close(std::exchange(descriptor_, -1)); closed != 0) {
    const int error = errno;
    discard();
    return cannot_write(path_, error);
  }
  if (temporary_.empty()) return Success{};
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) {
    const int error = errno;
    discard();
    return cannot_write(path_, error);
  }
  temporary_.clear();
  return Success{};
}

// What was written in place, and cannot be completed, is emptied: half a file looks like a whole one.
void AtomicFile::discard() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
  temporary_.clear();
  if (descriptor_ < 0) return;
  struct stat known = {};
  if (fstat(descriptor_, &known) == 0 && S_ISREG(known.st_mode)) (void)!ftruncate(descriptor_, 0);
  close(std::exchange(descriptor_, -1));
}

}  // namespace fretsaw
