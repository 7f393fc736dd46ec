// SPDX-License-Identifier: MIT
#include "predicate/worker.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "cxx/classes.hpp"
#include "predicate/runtime/watch.hpp"

namespace fretsaw {

static_assert(kAbortKinds == static_cast<std::size_t>(runtime::Abort::NoValue) + 1);
static_assert(kStepLimitAbort == static_cast<std::size_t>(runtime::Abort::StepLimit));

const std::array<const char*, kAbortKinds> kAbortNames = {
    "none",           "exception",        "null access",   "out of range", "segmentation fault",
    "stack overflow", "arithmetic error", "step limit",    "time limit",   "abort",
    "exit",           "signal",           "out of memory", "no value"};

namespace {

constexpr std::uint32_t kLargestMessage = std::uint32_t{1} << 28;

std::vector<std::uint32_t> read_indices(std::istream& in) {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t index = 0; in >> index;) indices.push_back(index);
  return indices;
}

// See runtime/describe.hpp.
Diagnostic refusal_of(const std::string& content) {
  const auto json = nlohmann::json::parse(content, nullptr, false);
  try {
    Diagnostic error = input_error(json.at("message"), json.at("hint"));
    if (json.contains("file"))
      error.location = cxx::to_location({json.at("file"), json.at("line"), json.at("column")});
    return error;
  } catch (const nlohmann::json::exception&) {
    return input_error("the program under search refuses for a reason that cannot be read");
  }
}

AbortedCandidate read_abort(const std::string& content) {
  const std::size_t newline = std::min(content.find('\n'), content.size());
  std::istringstream in(content.substr(0, newline));
  AbortedCandidate abort;
  in >> abort.kind;
  abort.kind = std::min(abort.kind, kAbortKinds - 1);
  abort.candidate = read_indices(in);
  abort.detail = newline < content.size() ? content.substr(newline + 1) : "";
  return abort;
}

void read_finished(const std::string& content, WorkResult& result) {
  std::istringstream in(content);
  in >> result.structures >> result.candidates >> result.mismatches >> result.field_writes >>
      result.global_writes >> result.first_slot_written >> result.fraction;
  for (std::uint64_t& count : result.aborted) in >> count;
}

}  // namespace

Result<Worker> Worker::start(const std::vector<std::string>& command, const cxx::ProcessLimits& limits) {
  auto process = cxx::ChildProcess::start(command, limits);
  if (!process) return process.error();
  Worker worker(std::move(*process));
  auto finished = worker.receive();
  if (!finished) return finished.error();
  return worker;
}

bool Worker::send(wire::Message type, const std::string& content) {
  const wire::Header header = {static_cast<std::uint32_t>(content.size()), type, {}};
  return cxx::write_all(process_.input(), &header, sizeof header) &&
         cxx::write_all(process_.input(), content.data(), content.size());
}

bool Worker::request(const SegmentText& segment, const WorkRequest& work) {
  return send(wire::Message::Work, fmt::format("{} {} {} {} {}", work.most_candidates, work.most_structures,
                                               work.milliseconds, work.wants_structures ? 1 : 0, segment));
}

bool Worker::request_halves(const SegmentText& segment) { return send(wire::Message::Halve, segment); }

Diagnostic Worker::death() {
  process_.kill();
  const int status = process_.wait();
  std::string text = process_.standard_error();
  if (text.size() > 2000) text = text.substr(text.size() - 2000);
  return input_error(fmt::format("the program under search ended unexpectedly (status {})", status),
                     text.empty() ? "the predicate may have overwritten memory that is not its own" : text);
}

Result<bool> Worker::receive() {
  wire::Header header = {};
  if (!cxx::read_all(process_.output(), &header, sizeof header) || header.size > kLargestMessage)
    return death();
  std::string content(header.size, '\0');
  if (!cxx::read_all(process_.output(), content.data(), content.size())) return death();
  std::istringstream in(content);
  switch (header.type) {
    case wire::Message::Plan:
      plan_ = std::move(content);
      return true;
    case wire::Message::Error:
      return refusal_of(content);
    case wire::Message::Structures:
      result_.batches.push_back(std::move(content));
      return false;
    case wire::Message::Abort:
      result_.first_abort = read_abort(content);
      return false;
    case wire::Message::Mismatch:
      result_.first_mismatch = read_indices(in);
      return false;
    case wire::Message::Segment:
      result_.rest.push_back(std::move(content));
      return false;
    case wire::Message::Finished:
      read_finished(content, result_);
      return true;
    default:
      return death();
  }
}

}  // namespace fretsaw
