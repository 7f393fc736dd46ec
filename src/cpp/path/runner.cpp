// SPDX-License-Identifier: MIT
#include "cpp/path/runner.hpp"

#include <fmt/format.h>

#include <cstring>
#include <sstream>

#include "cpp/code/refusal.hpp"

namespace fretsaw::path {

namespace {

constexpr std::uint64_t kLargestTrace = std::uint64_t{1} << 30;

}  // namespace

Result<Runner> Runner::start(const std::vector<std::string>& command, const work::ProcessLimits& limits) {
  auto process = work::ChildProcess::start(command, limits);
  if (!process) return process.error();
  Runner runner(std::move(*process));
  for (auto& [type, text] :
       {std::pair(Message::Space, &runner.space_), std::pair(Message::Cells, &runner.cells_),
        std::pair(Message::Sites, &runner.sites_)}) {
    auto content = runner.receive(type);
    if (!content) return content.error();
    *text = *std::move(content);
  }
  return runner;
}

Diagnostic Runner::gone() {
  process_.kill();
  const int status = process_.wait();
  return input_error(fmt::format("the program under exploration ended unexpectedly (status {})", status),
                     process_.standard_error());
}

Result<std::string> Runner::receive(Message expected) {
  MessageHeader header = {};
  if (!work::read_all(process_.output(), &header, sizeof header) || header.size > kLargestTrace)
    return gone();
  std::string content(header.size, '\0');
  if (!work::read_all(process_.output(), content.data(), content.size())) return gone();
  if (header.type == Message::Error) return code::refusal_of(content, "the program under exploration");
  if (header.type != expected) return gone();
  return content;
}

Result<Trace> Runner::run(const InputWords& input) {
  const MessageHeader question = {8 * input.size(), Message::Input, 0};
  // If the program is gone, receive() will tell.
  (void)(work::write_all(process_.input(), &question, sizeof question) &&
         work::write_all(process_.input(), input.data(), 8 * input.size()));
  auto content = receive(Message::Trace);
  if (!content) return content.error();
  content_ = *std::move(content);
  TraceHeader header = {};
  if (content_.size() < sizeof header) return gone();
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
  trace.ending = header.ending;
  trace.signal = static_cast<int>(header.signal);
  take(trace.nodes, header.nodes);
  take(trace.valid_events, header.valid_events);
  take(trace.call_events, header.call_events);
  take(trace.outcomes, header.outcomes);
  take(trace.functions, header.functions);
  take(text, header.text_bytes);
  if (!whole || left != 0) return gone();
  std::istringstream names(std::string(text.begin(), text.end()));
  for (std::string name; std::getline(names, name);) trace.names.push_back(name);
  std::memcpy(trace.losses, header.losses, sizeof trace.losses);
  trace.valid_losses = header.valid_losses;
  trace.mismatches = header.mismatches;
  trace.overflows = header.overflows;
  trace.is_unended = header.unended != 0;
  return trace;
}

}  // namespace fretsaw::path
