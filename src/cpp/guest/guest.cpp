// SPDX-License-Identifier: MIT
#include "cpp/guest/guest.hpp"

#include <fmt/format.h>

namespace fretsaw::guest {

namespace {

constexpr std::chrono::milliseconds kPollInterval{50};
constexpr std::size_t kMaxErrorTextBytes = 2000;
constexpr const char* kWhatToDo =
    "check the code for memory errors and closed file descriptors, for example with -fsanitize=address";

}  // namespace

Result<Guest> Guest::start(const std::vector<std::string>& command, const work::ProcessLimits& limits,
                           std::string name) {
  auto process = work::ChildProcess::start(command, limits);
  if (!process) return process.error();
  return Guest(*std::move(process), std::move(name));
}

Result<Guest> Guest::start_remote(unsigned place, const std::vector<std::string>& command,
                                  const work::ProcessLimits& limits, std::string name) {
  auto process = work::ChildProcess::start_remote_process(place, command, limits);
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
    budget.check_now();
  }
}

Result<bool> Guest::receive(work::Message& message, std::chrono::milliseconds timeout) {
  switch (process_.channel().receive(message, timeout, kMaxMessageBytes)) {
    case work::ReceiveStatus::Message:
      return true;
    case work::ReceiveStatus::Timeout:
      return false;
    case work::ReceiveStatus::Closed:
      return termination_error();
    case work::ReceiveStatus::Malformed:
      break;
  }
  return malformed();
}

Diagnostic Guest::termination_error() {
  const bool still_runs = !process_.ends_within(kPollInterval);
  const int status = process_.end();
  std::string text = process_.standard_error();
  if (text.size() > kMaxErrorTextBytes) text = text.substr(text.size() - kMaxErrorTextBytes);
  Diagnostic error =
      input_error(still_runs ? fmt::format("{} closed its connection", name_)
                             : fmt::format("{} exited unexpectedly (status {})", name_, status),
                  kWhatToDo);
  if (!text.empty()) error.notes.push_back({"standard error: " + text, std::nullopt});
  return error;
}

Diagnostic Guest::malformed() {
  process_.end();
  return input_error(fmt::format("{} sent a malformed reply", name_), kWhatToDo);
}

}  // namespace fretsaw::guest
