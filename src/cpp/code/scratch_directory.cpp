// SPDX-License-Identifier: MIT
// A killed process leaves its scratch directory behind. To distinguish it from one that is in use, its owner holds a
// shared lock on it, which the system releases with the process, however that ends; a process that gets the exclusive
// lock may remove it. A lock is not visible on other machines that share the directory, and a directory with
// such a name may belong to anyone: so it contains a mark, which names the machine and its boot.
#include "cpp/code/scratch_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "base/atomic_file.hpp"

namespace fretsaw::code {

namespace fs = std::filesystem;

namespace {

constexpr const char* kPrefix = "fretsaw-scratch-";
constexpr const char* kMark = ".fretsaw-scratch";

const std::string& this_machine() {
  static const std::string kId = [] {
    std::string id;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), id);
    return id;
  }();
  return kId;
}

work::Descriptor open_directory(const std::string& path) {
  return work::Descriptor(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

// Compilers read what is in it by path. A directory like /tmp, in which users can rename only their own
// files, is as good as one of this user.
std::optional<std::string> distrust_of_parent(int parent) {
  struct stat status = {};
  if (fstat(parent, &status) != 0) return std::string(std::strerror(errno));
  if (status.st_uid != geteuid() && status.st_uid != 0)
    return fmt::format("it belongs to user {}", status.st_uid);
  const bool is_shared = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  if (!is_shared || (status.st_mode & S_ISVTX) != 0) return std::nullopt;
  return fmt::format("other users can rename its files (mode {:04o})", status.st_mode & 07777);
}

Diagnostic no_folder(const std::string& parent, const std::string& why) {
  return input_error(fmt::format("cannot create a temporary directory in '{}': {}", parent, why),
                     "set TMPDIR to a directory in which only you can write");
}

Diagnostic not_written(const std::string& path, int error) {
  Diagnostic diagnostic = cannot_write(path, error);
  const bool is_full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  if (is_full) diagnostic.hint = "set TMPDIR to a directory with enough space";
  return diagnostic;
}

bool is_same_file(int opened, int parent, const std::string& name) {
  struct stat held = {};
  struct stat named = {};
  return fstat(opened, &held) == 0 && fstatat(parent, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

// A process that removes stale directories may find it before it is locked and marked: then it is lost.
work::Descriptor open_and_mark(int parent, const std::string& name) {
  work::Descriptor folder = work::open_private_directory(parent, name);
  if (!folder) return folder;
  const bool is_lost = flock(folder.number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (is_lost || !is_same_file(folder.number(), parent, name)) return work::Descriptor();
  if (const int error = work::write_private_file(folder.number(), kMark, this_machine()); error != 0) {
    folder = work::Descriptor();
    errno = error;
  }
  return folder;
}

bool is_stale(int folder) {
  struct stat status = {};
  if (fstat(folder, &status) != 0 || (status.st_mode & 0777) != S_IRWXU) return false;
  if (this_machine().empty() || flock(folder, LOCK_EX | LOCK_NB) != 0) return false;
  const work::Descriptor mark = work::open_private_file(folder, kMark);
  return mark && work::content_of(mark.number()) == this_machine();
}

// Once per process and directory: whatever is stale then was left by an earlier process.
void remove_stale_once(const std::string& path, int parent) {
  static std::mutex mutex;
  static std::set<std::string>& done = *new std::set<std::string>;
  {
    const std::lock_guard lock(mutex);
    if (!done.insert(path).second) return;
  }
  remove_stale_scratch_directories(parent);
}

}  // namespace

std::string temporary_directory() {
  const char* const chosen = std::getenv("TMPDIR");
  return chosen != nullptr && *chosen != '\0' ? chosen : P_tmpdir;
}

int remove_stale_scratch_directories(int parent) {
  int removed = 0;
  const std::size_t length = std::strlen(kPrefix);
  for (const std::string& name : work::names_in(parent)) {
    if (!name.starts_with(kPrefix) || name.size() == length) continue;
    const work::Descriptor folder = work::open_private_directory(parent, name);
    if (!folder || !is_stale(folder.number())) continue;
    // The mark goes last, so that what cannot be finished now is recognized the next time.
    for (const std::string& file : work::names_in(folder.number())) {
      if (file != kMark) work::remove_all_of(folder.number(), file);
    }
    if (work::names_in(folder.number()) == std::vector<std::string>{kMark} &&
        work::remove_all_of(parent, name))
      ++removed;
  }
  return removed;
}

Result<ScratchDirectory> ScratchDirectory::create(const std::string& parent) {
  const std::string path = fs::absolute(parent.empty() ? temporary_directory() : parent).string();
  const work::Descriptor opened = open_directory(path);
  if (!opened) return no_folder(path, std::strerror(errno));
  if (parent.empty()) {
    if (const auto why = distrust_of_parent(opened.number())) return no_folder(path, *why);
    remove_stale_once(path, opened.number());
  }
  return create_in(opened.number(), path);
}

Result<ScratchDirectory> ScratchDirectory::create_in(int parent, const std::string& parent_path) {
  constexpr int kMaxAttempts = 10;
  int error = 0;
  for (int i = 0; i < kMaxAttempts; ++i) {
    work::Descriptor kept(fcntl(parent, F_DUPFD_CLOEXEC, 0));
    if (!kept) return no_folder(parent_path, std::strerror(errno));
    auto name = work::make_private_directory(parent, kPrefix);
    if (!name) return no_folder(parent_path, name.error().message);
    if (work::Descriptor folder = open_and_mark(parent, *name)) {
      const std::string path = (fs::path(parent_path) / *name).string();
      return ScratchDirectory(std::move(kept), std::move(folder), *name, path);
    }
    error = errno;
    work::remove_all_of(parent, *name);
  }
  return no_folder(parent_path, std::strerror(error));
}

ScratchDirectory::ScratchDirectory(ScratchDirectory&& other) noexcept { *this = std::move(other); }

ScratchDirectory& ScratchDirectory::operator=(ScratchDirectory&& other) noexcept {
  std::swap(parent_, other.parent_);
  std::swap(folder_, other.folder_);
  name_.swap(other.name_);
  path_.swap(other.path_);
  return *this;
}

ScratchDirectory::~ScratchDirectory() {
  // Through its descriptor: another directory may have its name by now, and then only an empty one goes.
  if (!folder_) return;
  for (const std::string& name : work::names_in(folder_.number()))
    work::remove_all_of(folder_.number(), name);
  unlinkat(parent_.number(), name_.c_str(), AT_REMOVEDIR);
}

Result<std::string> ScratchDirectory::write(const std::string& name, std::string_view content) const {
  work::Descriptor inner;
  int folder = folder_.number();
  std::string_view rest = name;
  for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
    const std::string step(rest.substr(0, slash));
    rest.remove_prefix(slash + 1);
    if (mkdirat(folder, step.c_str(), S_IRWXU) != 0 && errno != EEXIST) return not_written(path(name), errno);
    work::Descriptor next = work::open_private_directory(folder, step);
    if (!next) return not_written(path(name), errno);
    inner = std::move(next);
    folder = inner.number();
  }
  const int error = work::write_private_file(folder, std::string(rest), content);
  if (error != 0) return not_written(path(name), error);
  return path(name);
}

}  // namespace fretsaw::code
