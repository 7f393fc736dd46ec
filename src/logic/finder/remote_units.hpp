// SPDX-License-Identifier: MIT
// Units of an enumeration worked on by another process, which is given the plan first and then one unit after
// the other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "logic/finder/unit_runner.hpp"
#include "work/channel.hpp"

namespace fretsaw {

// What starts such a process. It communicates with serve_units() on its standard input.
std::vector<std::string> unit_server_command();
// The process itself; its exit status.
int serve_units(work::Channel channel);

// The other end: requires a socket to such a process. Nothing from run(): the process is gone.
class RemoteRunner {
 public:
  explicit RemoteRunner(int socket) : channel_(socket) {}

  bool send_plan(const std::string& bytes);
  std::optional<UnitOutcome> run(const work::Unit& unit, const TimeSlice& slice);
  void hang_up();  // from another thread: run() comes back

 private:
  work::Channel channel_;
};

std::string plan_bytes(const SearchPlan& plan);

}  // namespace fretsaw
