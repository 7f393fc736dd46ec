// SPDX-License-Identifier: MIT
// The output of the user's code, in memory of limited size that forked processes share.
#pragma once

#include <cstddef>
#include <string>

namespace fretsaw::guest {

class Output {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 14;

  // From now on standard output and error of this process go there, and standard input is empty.
  void take_over();
  // In the process that prints: includes what is still in the buffer of the C library.
  static void flush();
  bool is_empty() const { return text_ == nullptr || text_[0] == '\0'; }
  // What was printed since the last call.
  std::string take();

 private:
  char* text_ = nullptr;  // what has not been written to is 0
  int file_ = -1;
};

}  // namespace fretsaw::guest
