// SPDX-License-Identifier: MIT
// Where text goes. `Output` is a file that results are written to: buffered, and aware of readers that go away (`| head`) and of full
// disks.
#pragma once

#include <string>
#include <string_view>

#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

class Output {
 public:
  enum class Kind {
    Exact,    // a file: what is written, byte by byte
    Printed,  // for readers, perhaps on a terminal: see printable_output()
  };

  explicit Output(int descriptor, Kind kind = Kind::Exact) : descriptor_(descriptor), kind_(kind) {}
  ~Output() { flush(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Text after a failure is dropped.
  void write(std::string_view text);
  void flush();

  bool reader_gone() const;  // nobody reads any more: no error, but no reason to go on either
  int error() const { return reader_gone() ? 0 : errno_; }  // an errno value, or 0
  bool usable() const { return errno_ == 0; }

 private:
  int descriptor_;
  Kind kind_;
  int errno_ = 0;
  std::string buffer_;
};

// The folder of --out: one file per result.
class ResultFiles {
 public:
  // Makes the folder if it does not exist. An error says why it cannot be written to.
  static Result<ResultFiles> open(const std::string& folder);

  // Writes a file and gives its path. Characters of the name that do not belong into one are replaced. If it
  // cannot be written as a whole, there is no file, and an error.
  Result<std::string> write(std::string_view name, std::string_view extension,
                            std::string_view content) const;

 private:
  explicit ResultFiles(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
};

}  // namespace fretsaw
