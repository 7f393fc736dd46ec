// SPDX-License-Identifier: MIT
#include "cpp/path/runner.hpp"

#include <cstring>
#include <sstream>

#include "cpp/code/guest_error.hpp"
#include "cpp/guest/child/messages.hpp"

namespace fretsaw::path {

Result<Runner> Runner::start(const std::vector<std::string>& command, const work::ProcessLimits& process,
                             const Limits& limits) {
  auto guest = guest::Guest::start(command, process, "the test process");
  if (!guest) return guest.error();
  Runner runner(*std::move(guest));
  const auto read = [&]() -> Status {
    Budget budget(limits);
    for (auto& [kind, text] :
         {std::pair(guest::kSpace, &runner.space_), std::pair(std::uint32_t{kCells}, &runner.cells_),
          std::pair(std::uint32_t{kBranches}, &runner.branches_)}) {
      auto content = code::receive_expected(runner.guest_, kind, budget);
      if (!content) return content.error();
      *text = *std::move(content);
    }
    return Success{};
  };
  const Status status = within_limits(
      read, [](StopReason stop) { return Status(limit_error(stop, "starting the test process")); });
  if (!status) return status.error();
  return runner;
}

Result<Trace> Runner::run(const InputWords& input, Budget& budget) {
  guest_.send(kInput, {reinterpret_cast<const char*>(input.data()), 8 * input.size()});
  auto content = code::receive_expected(guest_, kTrace, budget);
  if (!content) return content.error();
  content_ = *std::move(content);
  TraceHeader header = {};
  if (content_.size() < sizeof header) return guest_.malformed();
  std::memcpy(&header, content_.data(), sizeof header);
  const char* at = content_.data() + sizeof header;
  std::size_t left = content_.size() - sizeof header;
  bool whole = true;
  const auto take = [&]<class T>(std::span<const T>& out, std::uint32_t count) {
    whole = whole && sizeof(T) * count <= left;
    if (!whole) return;
    out = {reinterpret_cast<const T*>(at), count};
    at += sizeof(T) * count;
    left -= sizeof(T) * count;
  };
  Trace trace;
  std::span<const char> text;
  if (static_cast<std::size_t>(header.how) >= guest::kTerminations) return guest_.malformed();
  trace.is_valid = header.is_valid;
  trace.how = header.how;
  take(trace.nodes, header.nodes);
  take(trace.valid_events, header.valid_events);
  take(trace.call_events, header.call_events);
  take(trace.outcomes, header.outcomes);
  take(trace.functions, header.functions);
  take(text, header.text_bytes);
  if (!whole || left != 0) return guest_.malformed();
  std::istringstream names(std::string(text.begin(), text.end()));
  for (std::string name; std::getline(names, name);) trace.names.push_back(name);
  std::memcpy(trace.losses, header.losses, sizeof trace.losses);
  trace.valid_losses = header.valid_losses;
  trace.mismatches = header.mismatches;
  trace.overflows = header.overflows;
  trace.is_undecided = header.undecided_preconditions != 0;
  return trace;
}

}  // namespace fretsaw::path
