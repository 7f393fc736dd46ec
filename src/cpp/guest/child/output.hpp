// SPDX-License-Identifier: MIT
// What the user's code prints: kept in memory of limited size, which whoever forks shares with its children.
#pragma once

#include <cstddef>
#include <string>

namespace fretsaw::guest {

class Output {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 14;

  // From now on standard output and error of this process go there, and standard input is empty.
  void take_over();
  // In the process that prints: what is still in the buffer of the C library comes, too.
  static void flush();
  bool is_empty() const { return text_ == nullptr || text_[0] == '\0'; }
  // What has been printed since the last time.
  std::string take();

 private:
  char* text_ = nullptr;  // what has not been written to is 0
  int file_ = -1;
};

}  // namespace fretsaw::guest
