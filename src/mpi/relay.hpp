// SPDX-License-Identifier: MIT
// Forwards bytes between descriptors and ranks without blocking on any of them. It is not possible to wait for MPI and
// descriptors at the same time, and waiting in MPI keeps a processor busy; so this waits for the descriptors, and polls
// MPI up to thousands of times a second: more often shortly after a message than after a long time
// without one.
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
  // Input of a descriptor is sent to that rank as Data of that process. `ended` is called at its end.
  void add(std::uint32_t process, int rank, int descriptor, std::function<void()> ended);
  // After all that is still to be written to it. Closes the descriptor.
  void remove(std::uint32_t process);
  bool has(std::uint32_t process) const { return connections_.contains(process); }
  // To be written to the descriptor.
  void write(std::uint32_t process, const std::string& bytes);

  // Waits a short time for descriptors, and for `other` (none if negative), and forwards their input. True if
  // `other` is readable.
  bool poll_once(int other);

  Outbox& outbox() { return outbox_; }

 private:
  struct Connection {
    int rank = 0;
    int descriptor = -1;
    std::string unwritten;
    bool leaving = false;
    std::function<void()> ended;
  };
  void read_from(std::uint32_t process, Connection& connection);
  static void write_to(Connection& connection);

  Outbox outbox_;
  std::map<std::uint32_t, Connection> connections_;
  Stopwatch idle_time_;  // since something was last read or to be written
  std::string buffer_;   // what is read
};

}  // namespace fretsaw::mpi
