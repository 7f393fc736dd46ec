// SPDX-License-Identifier: MIT
// A file that results are written to: buffered, and aware of readers that go away (`| head`) and of full
// disks.
#pragma once

#include <string>
#include <string_view>

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

}  // namespace fretsaw
