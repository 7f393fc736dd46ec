// SPDX-License-Identifier: MIT
#include "cpp/guest/guest.hpp"

#include <fmt/format.h>

namespace fretsaw::guest {

namespace {

constexpr std::chrono::milliseconds kPollInterval{50};
constexpr std::size_t kMaxErrorTextBytes = 2000;
constexpr const char* kSuspicion =
    "the user's code may have overwritten memory, or closed files, that are not its own";

}  // namespace

Result<Guest> Guest::start(const std::vector<std::string>& command, const work::ProcessLimits& limits,
                           std::string name) {
  auto process = work::ChildProcess::start(command, limits);
  if (!process) return process.error();
  return Guest(*std::move(process), std::move(name));
}

Result<Guest> Guest::start_remote(unsigned place, const std::vector<std::string>& command,
                                  const work::ProcessLimits& limits, std::string name) {
  auto process = work::ChildProcess::start_elsewhere(place, command, limits);
  if (!process) return process.error();
  return Guest(*std::move(process), std::move(name));
}

Result<Guest> Guest::fork(const std::function<void(work::Channel)>& become, std::string name) {
  auto process = work::ChildProcess::fork(become);
  if (!process) return process.error();
  return Guest(*std::move(process), std::move(name));
}

std::uint32_t Guest::send(std::uint32_t kind, std::string_view bytes) {
  (void)process_.channel().send(kind, ++requests_, bytes);
  return requests_;
}

Result<work::Message> Guest::receive(Budget& budget) {
  work::Message message;
  for (;;) {
    auto received = receive(message, kPollInterval);
    if (!received) return received.error();
    if (*received) return message;
    budget.look();
  }
}

Result<bool> Guest::receive(work::Message& message, std::chrono::milliseconds timeout) {
  switch (process_.channel().receive(message, timeout, kMaxMessageBytes)) {
    case work::ReceiveStatus::Message:
      return true;
    case work::ReceiveStatus::Timeout:
      return false;
    case work::ReceiveStatus::Closed:
      return gone();
    case work::ReceiveStatus::Malformed:
      break;
  }
  return malformed();
}

Diagnostic Guest::gone() {
  const bool still_runs = !process_.ends_within(kPollInterval);
  const int status = process_.end();
  std::string text = process_.standard_error();
  if (text.size() > kMaxErrorTextBytes) text = text.substr(text.size() - kMaxErrorTextBytes);
  if (still_runs)
    return input_error(fmt::format("{} has closed its connection", name_), text.empty() ? kSuspicion : text);
  return input_error(fmt::format("{} ended unexpectedly (status {})", name_, status),
                     text.empty() ? kSuspicion : text);
}

Diagnostic Guest::malformed() {
  process_.end();
  return input_error(fmt::format("{} says what cannot be understood", name_), kSuspicion);
}

}  // namespace fretsaw::guest
