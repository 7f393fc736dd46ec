// SPDX-License-Identifier: MIT
// Files that something was made of, and whether they are still the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fretsaw::code {

// What changes whenever a file does, at the price of asking the file system.
struct FileStamp {
  std::uint64_t size = 0;
  std::uint64_t inode = 0;
  std::int64_t modified = 0;  // nanoseconds
  std::int64_t changed = 0;   // likewise, of the file's data or attributes: cannot be set back
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

std::optional<FileStamp> stamp_of(const std::string& path);

struct ReadFile {
  std::string path;  // absolute
  FileStamp stamp;
  std::string digest;  // of its content
};

// Nothing if one cannot be read.
std::optional<std::vector<ReadFile>> stamped(const std::vector<std::string>& paths);

// Files with another stamp and the same content are the same: their stamps are brought up to date.
enum class Freshness { Same, SameContent, Changed };
Freshness check(std::vector<ReadFile>& files);

// Now, by the clock of the file system: what is written later has a stamp that is not before it.
std::int64_t file_clock();
// Waits for that clock's next tick, some milliseconds: what was written before has a stamp before it.
std::int64_t next_file_tick();

// Something is made of files from now on, while others may change them.
class FileWatch {
 public:
  explicit FileWatch(const std::vector<std::string>& named);  // files that are known from the beginning

  // Were these the same all the time? Those that were named could be read before; the others must be
  // older than that.
  bool are_unchanged(const std::vector<ReadFile>& files) const;

 private:
  std::int64_t start_;
  std::optional<std::vector<ReadFile>> before_;
};

}  // namespace fretsaw::code
