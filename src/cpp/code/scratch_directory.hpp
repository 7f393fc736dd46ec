// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "fretsaw/diagnostic.hpp"
#include "work/private_files.hpp"

namespace fretsaw::code {

// The directory for temporary files: TMPDIR, or /tmp.
std::string temporary_directory();

// A directory of temporary files that only this user can read, and that is removed with its owner; or, if the
// owner is killed, when the next one is made next to it (see remove_stale_scratch_directories).
class ScratchDirectory {
 public:
  // In `parent`, which exists; or in the temporary directory, unless other users could put something else into
  // its place there.
  static Result<ScratchDirectory> create(const std::string& parent = "");
  // In a directory that is open, which has that path.
  static Result<ScratchDirectory> create_in(int parent, const std::string& parent_path);
  ScratchDirectory(ScratchDirectory&& other) noexcept;
  ScratchDirectory& operator=(ScratchDirectory&& other) noexcept;
  ~ScratchDirectory();

  // The path of a file in it; missing directories on the way are made. What has that name is replaced; links are
  // not followed.
  Result<std::string> write(const std::string& name, std::string_view content) const;
  std::string path(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }
  // As long as this lives. It is this directory, whatever its path refers to.
  int descriptor() const { return folder_.number(); }

 private:
  ScratchDirectory(work::Descriptor parent, work::Descriptor folder, std::string name, std::string path)
      : parent_(std::move(parent)),
        folder_(std::move(folder)),
        name_(std::move(name)),
        path_(std::move(path)) {}
  work::Descriptor parent_;
  work::Descriptor folder_;  // locked while its owner lives
  std::string name_;
  std::string path_;
};

// Removes the scratch directories of this user's processes that have ended without doing so; others, and whatever
// else is there, stay. The number of those removed.
int remove_stale_scratch_directories(int parent);

}  // namespace fretsaw::code
