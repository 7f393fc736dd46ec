// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cxx {

// A folder of temporary files that goes away with its owner.
class ScratchFolder {
 public:
  // In `parent`, which exists; or where the system wants temporary files.
  static Result<ScratchFolder> create(const std::string& parent = "");
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&& other) noexcept;
  ~ScratchFolder();

  // The path of a file in it; missing folders on the way are made.
  Result<std::string> write(const std::string& name, std::string_view content) const;
  std::string path(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

}  // namespace fretsaw::cxx
