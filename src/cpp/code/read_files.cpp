// SPDX-License-Identifier: MIT
#include "cpp/code/read_files.hpp"

#include <sys/stat.h>
#include <time.h>

#include <algorithm>
#include <thread>

#include "base/digest.hpp"

namespace fretsaw::code {

namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

std::int64_t time_of(clockid_t clock) {
  timespec now = {};
  clock_gettime(clock, &now);
  return nanoseconds(now);
}

}  // namespace

std::optional<FileStamp> stamp_of(const std::string& path) {
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileStamp{static_cast<std::uint64_t>(status.st_size), static_cast<std::uint64_t>(status.st_ino),
                   nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

std::optional<std::vector<ReadFile>> stamped(const std::vector<std::string>& paths) {
  std::vector<ReadFile> files;
  for (const std::string& path : paths) {
    const auto stamp = stamp_of(path);
    auto digest = digest_of_file(path);
    if (!stamp || !digest) return std::nullopt;
    files.push_back({path, *stamp, std::move(*digest)});
  }
  return files;
}

Freshness check(std::vector<ReadFile>& files) {
  Freshness freshness = Freshness::Same;
  for (ReadFile& file : files) {
    const auto stamp = stamp_of(file.path);
    if (!stamp) return Freshness::Changed;
    if (*stamp == file.stamp) continue;
    if (stamp->size != file.stamp.size || digest_of_file(file.path) != file.digest) return Freshness::Changed;
    file.stamp = *stamp;
    freshness = Freshness::SameContent;
  }
  return freshness;
}

std::int64_t file_clock() { return time_of(CLOCK_REALTIME_COARSE); }

// Most stamps are taken from the clock that ticks; a file whose stamp has been read gets a precise
// one when it changes again (Linux 6.13 and later), which may lie behind the next tick, if that comes late.
std::int64_t next_file_tick() {
  const std::int64_t now = time_of(CLOCK_REALTIME);
  std::int64_t tick = file_clock();
  for (; tick <= now; tick = file_clock()) std::this_thread::yield();
  return tick;
}

FileWatch::FileWatch(const std::vector<std::string>& named)
    : start_(next_file_tick()), before_(stamped(named)) {}

bool FileWatch::are_unchanged(const std::vector<ReadFile>& files) const {
  return before_ && std::ranges::all_of(files, [&](const ReadFile& file) {
           const auto known = std::ranges::find(*before_, file.path, &ReadFile::path);
           return known != before_->end() ? known->digest == file.digest : file.stamp.changed < start_;
         });
}

}  // namespace fretsaw::code
