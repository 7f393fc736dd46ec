// SPDX-License-Identifier: MIT
#include "cpp/search/searcher.hpp"

#include <fmt/format.h>

#include <string_view>

#include "cpp/code/refusal.hpp"
#include "cpp/search/child/watch.hpp"

namespace fretsaw::search {

static_assert(kAbortKinds == static_cast<std::size_t>(Abort::NoValue) + 1);
static_assert(kStepLimitAbort == static_cast<std::size_t>(Abort::StepLimit));

const std::array<const char*, kAbortKinds> kAbortNames = {
    "none",           "exception",        "null access",   "out of range", "segmentation fault",
    "stack overflow", "arithmetic error", "step limit",    "time limit",   "abort",
    "exit",           "signal",           "out of memory", "no value"};

namespace {

constexpr std::uint32_t kLargestMessage = std::uint32_t{1} << 28;

// Numbers that are all there is, one blank after each.
std::optional<std::vector<std::uint32_t>> read_indices(std::string_view text) {
  std::vector<std::uint32_t> indices;
  while (!text.empty()) {
    if (!work::take_word(text, indices.emplace_back())) return std::nullopt;
  }
  return indices;
}

std::optional<AbortedCandidate> read_abort(std::string_view content) {
  const std::size_t newline = content.find('\n');
  if (newline == std::string_view::npos) return std::nullopt;
  std::string_view line = content.substr(0, newline);
  std::uint64_t kind = 0;
  if (!work::take_word(line, kind) || kind >= kAbortKinds) return std::nullopt;
  auto candidate = read_indices(line);
  if (!candidate) return std::nullopt;
  return AbortedCandidate{kind, std::string(content.substr(newline + 1)), std::move(*candidate)};
}

std::optional<FurthestCandidate> read_furthest(std::string_view content) {
  FurthestCandidate out;
  if (!work::take_word(content, out.reads) || !work::take_word(content, out.last)) return std::nullopt;
  auto candidate = read_indices(content);
  if (!candidate) return std::nullopt;
  out.candidate = std::move(*candidate);
  return out;
}

bool read_finished(std::string_view content, WorkResult& result) {
  bool good = true;
  for (std::uint64_t* const number : {&result.structures, &result.candidates, &result.mismatches,
                                      &result.field_writes, &result.global_writes})
    good = good && work::take_word(content, *number);
  good = good && work::take_word(content, result.first_variable_written);
  good = good && work::take_word(content, result.fraction);
  for (std::uint64_t& count : result.aborted) good = good && work::take_word(content, count);
  return good && content.empty();
}

}  // namespace

Result<Searcher> Searcher::start(const std::vector<std::string>& command, const work::ProcessLimits& limits) {
  auto process = work::ChildProcess::start(command, limits);
  if (!process) return process.error();
  Searcher searcher(std::move(*process));
  auto finished = searcher.receive();
  if (!finished) return finished.error();
  return searcher;
}

Result<Searcher> Searcher::start_elsewhere(unsigned place, const std::vector<std::string>& command,
                                           const work::ProcessLimits& limits) {
  auto process = work::ChildProcess::start_elsewhere(place, command, limits);
  if (!process) return process.error();
  return Searcher(std::move(*process));
}

void Searcher::send(wire::Message type, const std::string& content) {
  const wire::Header header = {static_cast<std::uint32_t>(content.size()), type, {}};
  (void)(work::write_all(process_.input(), &header, sizeof header) &&
         work::write_all(process_.input(), content.data(), content.size()));
}

void Searcher::request(const work::Unit& unit, const WorkRequest& work) {
  send(wire::Message::Work, fmt::format("{} {} {} {} {}", work.most_candidates, work.most_structures,
                                        work.milliseconds, work.wants_structures ? 1 : 0, to_text(unit)));
}

void Searcher::request_halves(const work::Unit& unit) { send(wire::Message::Halve, to_text(unit)); }

Diagnostic Searcher::death() {
  process_.kill();
  const int status = process_.wait();
  std::string text = process_.standard_error();
  if (text.size() > 2000) text = text.substr(text.size() - 2000);
  return input_error(fmt::format("the program under search ended unexpectedly (status {})", status),
                     text.empty() ? "the predicate may have overwritten memory that is not its own" : text);
}

// It runs, but what it says makes no sense: it is not worth listening to any longer.
Diagnostic Searcher::nonsense() {
  process_.kill();
  return input_error("the program under search says what cannot be understood",
                     "the predicate may have overwritten memory that is not its own");
}

Result<bool> Searcher::receive() {
  wire::Header header = {};
  if (!work::read_all(process_.output(), &header, sizeof header) || header.size > kLargestMessage)
    return death();
  std::string content(header.size, '\0');
  if (!work::read_all(process_.output(), content.data(), content.size())) return death();
  switch (header.type) {
    case wire::Message::Space:
      space_ = std::move(content);
      return true;
    case wire::Message::Error:
      return code::refusal_of(content, "the program under search");
    case wire::Message::Structures:
      result_.batches.push_back(std::move(content));
      return false;
    case wire::Message::Abort:
      result_.first_abort = read_abort(content);
      return result_.first_abort ? Result<bool>(false) : nonsense();
    case wire::Message::Mismatch:
      result_.first_mismatch = read_indices(content);
      return result_.first_mismatch ? Result<bool>(false) : nonsense();
    case wire::Message::Furthest:
      result_.furthest = read_furthest(content);
      return result_.furthest ? Result<bool>(false) : nonsense();
    case wire::Message::Reads:
      result_.reads = std::move(content);
      return false;
    case wire::Message::Unit:
      if (auto unit = work::unit_from(content)) {
        result_.rest.push_back(std::move(*unit));
        return false;
      }
      return nonsense();
    case wire::Message::Finished:
      return read_finished(content, result_) ? Result<bool>(true) : nonsense();
    default:
      return nonsense();
  }
}

}  // namespace fretsaw::search
