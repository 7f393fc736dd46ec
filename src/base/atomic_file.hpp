// SPDX-License-Identifier: MIT
// Files that are there as a whole or not at all: whatever Fretsaw writes to a file goes through here.
//
//     if (Status written = write_file("report.xml", text); !written) return written.error();
//     // error: cannot write 'report.xml': No space left on device
//
// The content is written to a temporary file in the same directory, which then takes the name. A process that
// is killed meanwhile, or finds the disk full, leaves what was there before. What is not a regular file
// (/dev/stdout, a named pipe) is written in place, and so is an existing file in a directory that is not
// writable.
#pragma once

#include <string>
#include <string_view>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

// Replaces the file. Every write, the close and the rename are checked; an error has the path and the reason.
Status write_file(const std::string& path, std::string_view content);

// The same for content that comes bit by bit, also by way of the descriptor.
class AtomicFile {
 public:
  static Result<AtomicFile> create(const std::string& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  ~AtomicFile();  // without a commit, what was written is thrown away

  int descriptor() const { return descriptor_; }
  Status write(std::string_view content);
  // Closes the descriptor and replaces the file. Requires that all writes have succeeded.
  Status commit();

 private:
  AtomicFile() = default;
  void discard();

  std::string path_;       // as it was given, for messages
  std::string target_;     // the file itself, where symbolic links lead
  std::string temporary_;  // empty: the target is written in place
  int descriptor_ = -1;
};

// "cannot write 'PATH': REASON", for an errno value.
Diagnostic cannot_write(const std::string& path, int error);

// Writes all of the bytes, and waits where the reader is slow: an errno value, or 0.
int write_bytes(int descriptor, std::string_view bytes);

}  // namespace fretsaw
