// SPDX-License-Identifier: MIT
#include "cpp/call/caller.hpp"

#include <fmt/format.h>

#include <cstring>

#include "cpp/code/refusal.hpp"

namespace fretsaw::call {

namespace {

constexpr std::uint64_t kLargestMessage = std::uint64_t{1} << 28;
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
  std::span<const std::int64_t> defects, text, parts;
  record.outcome = header.outcome;
  record.held = header.held;
  record.caught = header.caught;
  const bool whole = header.defects < static_cast<std::int64_t>(kLargestMessage) &&
                     take(words, 3 * header.defects, defects) &&
                     take(words, header.deleted, record.deleted) &&
                     take(words, header.before, record.before) && take(words, header.after, record.after) &&
                     take(words, header.result, record.result) && header.text_bytes >= 0 &&
                     header.part_bytes >= 0 && take(words, (header.text_bytes + 7) / 8, text) &&
                     take(words, (header.part_bytes + 7) / 8, parts) && words.empty();
  if (!whole) return false;
  record.defects = {reinterpret_cast<const Defect*>(defects.data()),
                    static_cast<std::size_t>(header.defects)};
  record.text = {reinterpret_cast<const char*>(text.data()), static_cast<std::size_t>(header.text_bytes)};
  record.parts = {reinterpret_cast<const char*>(parts.data()), static_cast<std::size_t>(header.part_bytes)};
  return true;
}

}  // namespace

Result<Caller> Caller::start(const std::vector<std::string>& command, const work::ProcessLimits& limits) {
  return begin(work::ChildProcess::start(command, limits));
}

Result<Caller> Caller::start_elsewhere(unsigned place, const std::vector<std::string>& command,
                                       const work::ProcessLimits& limits) {
  return begin(work::ChildProcess::start_elsewhere(place, command, limits));
}

Result<Caller> Caller::begin(Result<work::ChildProcess> process) {
  if (!process) return process.error();
  Caller caller(std::move(*process));
  auto started = caller.receive();
  if (!started) return started.error();
  return caller;
}

void Caller::send(std::span<const CallInput* const> inputs, std::uint64_t further) {
  expected_ = inputs.size();
  words_.clear();
  records_.clear();
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
  const MessageHeader header = {content.size(), Message::Inputs, 0};
  // If the program is gone, receive() will tell.
  (void)(work::write_all(process_.input(), &header, sizeof header) &&
         work::write_all(process_.input(), content.data(), content.size()));
}

Diagnostic Caller::gone(const char* what) {
  process_.kill();
  const int status = process_.wait();
  const std::string text = process_.standard_error();
  return input_error(fmt::format("the program that calls the method {} (status {})", what, status),
                     text.empty() ? "the method may have overwritten memory that is not its own" : text);
}

Result<bool> Caller::receive() {
  MessageHeader header = {};
  if (!work::read_all(process_.output(), &header, sizeof header)) return gone("ended unexpectedly");
  if (header.size > kLargestMessage || header.size % (header.type == Message::Records ? 8 : 1) != 0)
    return gone("says what cannot be understood");
  if (header.type == Message::Records) {
    const std::size_t before = words_.size();
    words_.resize(before + header.size / 8);
    if (!work::read_all(process_.output(), words_.data() + before, header.size))
      return gone("ended unexpectedly");
    std::size_t count = 0;
    for (std::size_t at = 0; at < words_.size(); ++count) {
      const std::int64_t size = words_[at];
      if (size < static_cast<std::int64_t>(kHeaderWords) ||
          at + static_cast<std::size_t>(size) > words_.size())
        return gone("says what cannot be understood");
      at += static_cast<std::size_t>(size);
    }
    if (count < expected_) return false;
    return read_records() && count == expected_ ? Result<bool>(true) : gone("says what cannot be understood");
  }
  std::string content(header.size, '\0');
  if (!work::read_all(process_.output(), content.data(), content.size())) return gone("ended unexpectedly");
  if (header.type == Message::Error) return code::refusal_of(content, "the program that calls the method");
  if (header.type != Message::Space) return gone("says what cannot be understood");
  space_ = std::move(content);
  return true;
}

bool Caller::read_records() {
  for (std::size_t at = 0; at < words_.size();) {
    const auto size = static_cast<std::size_t>(words_[at]);
    if (!read_record(std::span(words_).subspan(at, size), records_.emplace_back())) return false;
    at += size;
  }
  return true;
}

}  // namespace fretsaw::call
