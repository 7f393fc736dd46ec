// SPDX-License-Identifier: MIT
// Passes bytes on between descriptors and ranks, without ever waiting for one of them. MPI cannot be waited
// for together with descriptors, and waiting in MPI keeps a processor busy that others could use; so the
// descriptors are waited for, and MPI is looked at thousands of times a second: more often when something has
// just been said, and another word may follow, than after a long silence.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "base/stopwatch.hpp"
#include "mpi/messages.hpp"

namespace fretsaw::mpi {

class Relay {
 public:
  // What a descriptor says goes to that rank as Data of that process. `ended` is called when it says no more.
  void add(std::uint32_t process, int rank, int descriptor, std::function<void()> ended);
  // After all that is still to be written to it. Closes the descriptor.
  void remove(std::uint32_t process);
  bool has(std::uint32_t process) const { return lines_.contains(process); }
  // To be written to the descriptor.
  void write(std::uint32_t process, const std::string& bytes);

  // Waits a moment for descriptors, and for `other` (none if negative), and passes on what there is. True if
  // `other` is readable.
  bool turn(int other);

  Post& post() { return post_; }

 private:
  struct Line {
    int rank = 0;
    int descriptor = -1;
    std::string unwritten;
    bool leaving = false;
    std::function<void()> ended;
  };
  void read_from(std::uint32_t process, Line& line);
  static void write_to(Line& line);

  Post post_;
  std::map<std::uint32_t, Line> lines_;
  Stopwatch silence_;   // since something was last read or to be written
  std::string buffer_;  // what is read
};

}  // namespace fretsaw::mpi
