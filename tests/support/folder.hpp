// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace fretsaw::test {

// A new folder that is gone with the object, with files in it: tests run at the same time, and must not share
// names.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  // Gives the path of the file.
  std::string write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  std::vector<std::string> names() const;  // sorted

 private:
  std::string path_;
};

}  // namespace fretsaw::test
