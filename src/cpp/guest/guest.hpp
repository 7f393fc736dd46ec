// SPDX-License-Identifier: MIT
// The host's side of a process that runs the user's code: starts it, sends requests, and receives messages. The
// destructor ends it with all its children. Every wait polls a budget.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.hpp"
#include "fretsaw/diagnostic.hpp"
#include "work/channel.hpp"
#include "work/process.hpp"

namespace fretsaw::guest {

class Guest {
 public:
  static constexpr std::uint64_t kMaxMessageBytes = std::uint64_t{1} << 30;

  // `name` stands for the process in messages: "the test process".
  static Result<Guest> start(const std::vector<std::string>& command, const work::ProcessLimits& limits,
                             std::string name);
  // On another machine (work/remote_process.hpp).
  static Result<Guest> start_remote(unsigned place, const std::vector<std::string>& command,
                                    const work::ProcessLimits& limits, std::string name);
  // A copy of this process, in which `become` does not return.
  static Result<Guest> fork(const std::function<void(work::Channel)>& become, std::string name);

  Guest(Guest&&) noexcept = default;
  Guest& operator=(Guest&&) noexcept = default;

  int descriptor() const { return process_.channel().descriptor(); }
  const std::string& name() const { return name_; }

  // Returns the number of the request, which its replies carry. If the process is gone, receive() reports it.
  std::uint32_t send(std::uint32_t kind, std::string_view bytes);

  // Errors: the process is gone (with its status and standard error), or it sent a malformed reply.
  // Throws LimitReached.
  Result<work::Message> receive(Budget& budget);
  // The same for a timeout: false if nothing was received.
  Result<bool> receive(work::Message& message, std::chrono::milliseconds timeout);

  // Ends the process after a malformed reply.
  Diagnostic malformed();

 private:
  Guest(work::ChildProcess process, std::string name)
      : process_(std::move(process)), name_(std::move(name)) {}
  Diagnostic termination_error();

  work::ChildProcess process_;
  std::string name_;
  std::uint32_t requests_ = 0;
};

}  // namespace fretsaw::guest
