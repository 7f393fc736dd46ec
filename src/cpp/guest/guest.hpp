// SPDX-License-Identifier: MIT
// The host's side of a process that runs the user's code: it is started, asked, and heard, and when it is
// destroyed, so is all that it has started. Nothing here waits for it without asking a budget.
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

  // `name` is what messages call it: "the test process".
  static Result<Guest> start(const std::vector<std::string>& command, const work::ProcessLimits& limits,
                             std::string name);
  // On another machine (work/elsewhere.hpp).
  static Result<Guest> start_remote(unsigned place, const std::vector<std::string>& command,
                                    const work::ProcessLimits& limits, std::string name);
  // A copy of this process, in which `become` does not return.
  static Result<Guest> fork(const std::function<void(work::Channel)>& become, std::string name);

  Guest(Guest&&) noexcept = default;
  Guest& operator=(Guest&&) noexcept = default;

  int descriptor() const { return process_.channel().descriptor(); }
  const std::string& name() const { return name_; }

  // If it is gone, receive() will tell. The number of the request, which its answers have.
  std::uint32_t send(std::uint32_t kind, std::string_view bytes);

  // Errors: it is gone, with its status and what it wrote to standard error; or what it says makes no sense.
  // Throws LimitReached.
  Result<work::Message> receive(Budget& budget);
  // The same for those who wait for several: false if there is nothing yet.
  Result<bool> receive(work::Message& message, std::chrono::milliseconds timeout);

  // It talks nonsense, and is not listened to any longer.
  Diagnostic malformed();

 private:
  Guest(work::ChildProcess process, std::string name)
      : process_(std::move(process)), name_(std::move(name)) {}
  Diagnostic gone();

  work::ChildProcess process_;
  std::string name_;
  std::uint32_t requests_ = 0;
};

}  // namespace fretsaw::guest
