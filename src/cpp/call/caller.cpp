// SPDX-License-Identifier: MIT
#include "cpp/call/caller.hpp"

#include <fmt/format.h>

#include <cstring>

#include "base/budget.hpp"
#include "cpp/code/guest_error.hpp"
#include "cpp/guest/child/messages.hpp"

namespace fretsaw::call {

namespace {

constexpr const char* kGuestName = "the test process";
constexpr std::int64_t kMaxDefects = std::int64_t{1} << 28;
constexpr auto kHeaderWords = sizeof(RecordHeader) / sizeof(std::int64_t);

// Takes that many words; false if there are not as many.
bool take(std::span<const std::int64_t>& words, std::int64_t count, std::span<const std::int64_t>& out) {
  if (count < 0 || static_cast<std::uint64_t>(count) > words.size()) return false;
  out = words.first(static_cast<std::size_t>(count));
  words = words.subspan(static_cast<std::size_t>(count));
  return true;
}

bool read_record(std::span<const std::int64_t> words, CallRecord& record) {
  RecordHeader header = {};
  std::memcpy(&header, words.data(), sizeof header);
  words = words.subspan(kHeaderWords);
  std::span<const std::int64_t> defects, text, parts, output;
  record.outcome = header.outcome;
  record.held = header.held;
  record.caught = header.caught;
  const bool whole =
      header.defects < kMaxDefects && take(words, 3 * header.defects, defects) &&
      take(words, header.deleted, record.deleted) && take(words, header.before, record.before) &&
      take(words, header.after, record.after) && take(words, header.result, record.result) &&
      header.text_bytes >= 0 && header.part_bytes >= 0 && header.output_bytes >= 0 &&
      take(words, (header.text_bytes + 7) / 8, text) && take(words, (header.part_bytes + 7) / 8, parts) &&
      take(words, (header.output_bytes + 7) / 8, output) && words.empty();
  if (!whole) return false;
  record.defects = {reinterpret_cast<const Defect*>(defects.data()),
                    static_cast<std::size_t>(header.defects)};
  record.text = {reinterpret_cast<const char*>(text.data()), static_cast<std::size_t>(header.text_bytes)};
  record.parts = {reinterpret_cast<const char*>(parts.data()), static_cast<std::size_t>(header.part_bytes)};
  record.output = {reinterpret_cast<const char*>(output.data()),
                   static_cast<std::size_t>(header.output_bytes)};
  return true;
}

}  // namespace

Result<Caller> Caller::start(const std::vector<std::string>& command, const work::ProcessLimits& process,
                             const Limits& limits) {
  return begin(guest::Guest::start(command, process, kGuestName), limits);
}

Result<Caller> Caller::start_remote(unsigned place, const std::vector<std::string>& command,
                                    const work::ProcessLimits& process, const Limits& limits) {
  return begin(guest::Guest::start_remote(place, command, process, kGuestName), limits);
}

Result<Caller> Caller::begin(Result<guest::Guest> guest, const Limits& limits) {
  if (!guest) return guest.error();
  return within_limits(
      [&]() -> Result<Caller> {
        Budget budget(limits);
        auto space = code::receive_expected(*guest, guest::kSpace, budget);
        if (!space) return space.error();
        Caller caller(*std::move(guest));
        caller.space_ = *std::move(space);
        return caller;
      },
      [](StopReason stop) { return Result<Caller>(limit_error(stop, "starting the test process")); });
}

void Caller::send(std::span<const CallInput* const> inputs, std::uint64_t further) {
  expected_ = inputs.size();
  std::string content(8, '\0');
  const std::uint64_t count = inputs.size();
  std::memcpy(content.data(), &count, sizeof count);
  for (const CallInput* const input : inputs) {
    const bool as_words = !input->words.empty();
    const std::uint64_t bits = input->allowed | further | (as_words ? kAsWords : 0);
    content.append(reinterpret_cast<const char*>(&bits), sizeof bits);
    if (as_words) {
      content.append(reinterpret_cast<const char*>(input->words.data()), 8 * input->words.size());
      continue;
    }
    content.append(reinterpret_cast<const char*>(input->candidate.data()), 4 * input->candidate.size());
    content.resize((content.size() + 7) / 8 * 8);
  }
  request_ = guest_.send(kInputs, content);
}

Result<std::span<const CallRecord>> Caller::receive(std::chrono::milliseconds timeout) {
  records_.clear();
  work::Message message;
  auto received = guest_.receive(message, timeout);
  if (!received) return received.error();
  if (!*received || message.request != request_) return std::span<const CallRecord>();
  words_.resize(message.bytes.size() / sizeof(std::int64_t));
  if (message.kind != kRecords || message.bytes.size() % sizeof(std::int64_t) != 0) return guest_.malformed();
  std::memcpy(words_.data(), message.bytes.data(), message.bytes.size());
  if (!read_records() || records_.size() > expected_) return guest_.malformed();
  expected_ -= records_.size();
  return std::span<const CallRecord>(records_);
}

bool Caller::read_records() {
  for (std::size_t at = 0; at < words_.size();) {
    const auto size = static_cast<std::size_t>(words_[at]);
    if (size < kHeaderWords || size > words_.size() - at) return false;
    if (!read_record(std::span(words_).subspan(at, size), records_.emplace_back())) return false;
    at += size;
  }
  return true;
}

}  // namespace fretsaw::call
