// SPDX-License-Identifier: MIT
// Output of text. `Output` is a buffered file for results that detects closed pipes (`| head`) and full
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

  bool reader_gone() const;  // the pipe is closed: not an error, but a reason to stop
  int error() const { return reader_gone() ? 0 : errno_; }  // an errno value, or 0
  bool usable() const { return errno_ == 0; }

 private:
  int descriptor_;
  Kind kind_;
  int errno_ = 0;
  std::string buffer_;
};

// The directory of --out: one file per result.
class ResultFiles {
 public:
  // Creates the directory if it does not exist. Error: it cannot be written to.
  static Result<ResultFiles> open(const std::string& folder);

  // Writes a file and returns its path. Characters that are not valid in file names are replaced. If it cannot be
  // written completely, the result is an error, and no file.
  Result<std::string> write(std::string_view name, std::string_view extension,
                            std::string_view content) const;

 private:
  explicit ResultFiles(std::string folder) : folder_(std::move(folder)) {}

  std::string folder_;
};

}  // namespace fretsaw
