// SPDX-License-Identifier: MIT
#include "cpp/search/searcher.hpp"

#include <fmt/format.h>

#include <string_view>

#include "cpp/code/guest_error.hpp"
#include "cpp/guest/child/messages.hpp"
#include "cpp/search/child/wire.hpp"

namespace fretsaw::search {

namespace {

constexpr const char* kGuestName = "the search process";

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
  if (!work::take_word(line, kind) || kind >= guest::kTerminations) return std::nullopt;
  auto candidate = read_indices(line);
  if (!candidate) return std::nullopt;
  return AbortedCandidate{static_cast<guest::Termination>(kind), std::string(content.substr(newline + 1)),
                          std::move(*candidate)};
}

std::optional<DeepestCandidate> read_deepest(std::string_view content) {
  DeepestCandidate out;
  if (!work::take_word(content, out.reads) || !work::take_word(content, out.last)) return std::nullopt;
  auto candidate = read_indices(content);
  if (!candidate) return std::nullopt;
  out.candidate = std::move(*candidate);
  return out;
}

bool read_finished(std::string_view content, WorkResult& result) {
  bool good = true;
  for (std::uint64_t* const number : {&result.structures, &result.candidates, &result.mismatches,
                                      &result.field_writes, &result.global_writes, &result.processes_left})
    good = good && work::take_word(content, *number);
  good = good && work::take_word(content, result.first_variable_written);
  good = good && work::take_word(content, result.fraction);
  for (std::uint64_t& count : result.aborted) good = good && work::take_word(content, count);
  return good && content.empty();
}

}  // namespace

Result<Searcher> Searcher::start(const std::vector<std::string>& command, const work::ProcessLimits& limits,
                                 Budget& budget) {
  auto guest = guest::Guest::start(command, limits, kGuestName);
  if (!guest) return guest.error();
  Searcher searcher(*std::move(guest));
  if (Status started = searcher.finish(budget); !started) return started.error();
  return searcher;
}

Result<Searcher> Searcher::start_remote(unsigned place, const std::vector<std::string>& command,
                                        const work::ProcessLimits& limits) {
  auto guest = guest::Guest::start_remote(place, command, limits, kGuestName);
  if (!guest) return guest.error();
  return Searcher(*std::move(guest));
}

void Searcher::request(const work::Unit& unit, const WorkRequest& work) {
  guest_.send(wire::kWork, fmt::format("{} {} {} {} {}", work.max_candidates, work.max_structures,
                                       work.milliseconds, work.wants_structures ? 1 : 0, to_text(unit)));
}

void Searcher::request_halves(const work::Unit& unit) { guest_.send(wire::kHalve, to_text(unit)); }

Result<bool> Searcher::receive() {
  work::Message message;
  auto received = guest_.receive(message, std::chrono::milliseconds(0));
  if (!received || !*received) return received;
  return take(std::move(message));
}

Status Searcher::finish(Budget& budget) {
  for (;;) {
    auto message = guest_.receive(budget);
    if (!message) return message.error();
    const auto finished = take(*std::move(message));
    if (!finished) return finished.error();
    if (*finished) return Success{};
  }
}

Result<bool> Searcher::take(work::Message message) {
  if (const auto bounds_error = code::guest_error_in(message, guest_)) return *bounds_error;
  bool is_good = true;
  switch (message.kind) {
    case guest::kSpace:
      space_ = std::move(message.bytes);
      return true;
    case wire::kStructures:
      result_.batches.push_back(std::move(message.bytes));
      return false;
    case wire::kAbort:
      result_.first_abort = read_abort(message.bytes);
      is_good = result_.first_abort.has_value();
      break;
    case wire::kMismatch:
      result_.first_mismatch = read_indices(message.bytes);
      is_good = result_.first_mismatch.has_value();
      break;
    case wire::kDeepestCandidate:
      result_.deepest = read_deepest(message.bytes);
      is_good = result_.deepest.has_value();
      break;
    case wire::kReads:
      result_.reads = std::move(message.bytes);
      return false;
    case wire::kUnit: {
      auto unit = work::unit_from(message.bytes);
      is_good = unit.has_value();
      if (unit) result_.rest.push_back(std::move(*unit));
      break;
    }
    case wire::kFinished:
      if (read_finished(message.bytes, result_)) return true;
      is_good = false;
      break;
    default:
      is_good = false;
  }
  return is_good ? Result<bool>(false) : guest_.malformed();
}

}  // namespace fretsaw::search
