// SPDX-License-Identifier: MIT
// Other programs: running one to its end, or communicating with one.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"
#include "work/channel.hpp"

namespace fretsaw::work {

struct CommandResult {
  int status = 0;      // as a shell reports it: 128 + signal if one ended it
  std::string output;  // standard output and error, at most the beginning
};

// Runs the commands at the same time and waits for all; results in their order. A program that cannot be
// started has status 127. Throws LimitReached when some still run then; they are ended, with all that they
// have started, and likewise if this process is killed. They put temporary files into that directory, if one
// is given; the caller removes the files they leave.
std::vector<CommandResult> run_commands(const std::vector<std::vector<std::string>>& commands,
                                        const Limits& limits = {}, const std::string& temporary = {});

// A program to become after a fork. Made before: another thread may hold the allocator's lock at that moment.
class NextProgram {
 public:
  // The first word is a path, a name in $PATH, or what work::open_program_word gives.
  explicit NextProgram(const std::vector<std::string>& command, const std::string& temporary = {});
  // Returns only if it cannot be run.
  void run() const;

 private:
  std::vector<std::string> texts_;
  std::vector<char*> words_;
  std::vector<char*> environment_;
  int descriptor_ = -1;
};

// One line, quoted for a shell.
std::string command_line(const std::vector<std::string>& command);

struct ProcessLimits {
  std::size_t memory_mb = 0;            // of address space, beyond what the program itself reserves; 0: none
  std::size_t output_bytes = 64 << 10;  // what is kept of its standard error
};

// A process with a channel as its standard input and output. Its standard error
// goes to a file of limited size. When it ends, so do the processes of its group.
class ChildProcess {
 public:
  static Result<ChildProcess> start(const std::vector<std::string>& command, const ProcessLimits& limits);
  // The same on another machine (work/remote_process.hpp); how it ended and its standard error stay there.
  static Result<ChildProcess> start_remote_process(unsigned place, const std::vector<std::string>& command,
                                                   const ProcessLimits& limits);
  // A copy of this process, in which `become` does not return.
  static Result<ChildProcess> fork(const std::function<void(Channel)>& become);
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  Channel& channel() { return channel_; }
  const Channel& channel() const { return channel_; }

  // False if it still runs then.
  bool ends_within(std::chrono::milliseconds timeout) const;
  // Waits for its end; as CommandResult::status.
  int wait();
  // Ends it: the channel is closed and SIGTERM sent, so that it can end the processes it has started before it
  // is killed.
  int end();
  std::string standard_error() const;

 private:
  ChildProcess() = default;

  pid_t pid_ = -1;
  Channel channel_;
  int error_file_ = -1;
};

}  // namespace fretsaw::work
