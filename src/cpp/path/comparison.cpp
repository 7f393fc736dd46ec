// SPDX-License-Identifier: MIT
#include "cpp/path/comparison.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/budget.hpp"

namespace fretsaw::path {

namespace {

constexpr std::uint64_t kMaxCountedInputs = 10'000;

}  // namespace

Comparison::Comparison(call::CheckRequest request, FutureCaller caller)
    : cancel_(request.limits.cancel),
      counting_(
          std::async(std::launch::async, [this, request = std::move(request), caller = std::move(caller)] {
            return count(request, caller);
          })) {}

Comparison::~Comparison() { give_up_.request(); }

std::optional<CheckInputs> Comparison::count(call::CheckRequest request, const FutureCaller& caller) {
  const Stopwatch watch;
  if (!caller.get() || give_up_.requested()) return std::nullopt;
  request.caller = *caller.get();
  request.limits = limits_left(request.limits, watch);
  request.limits.cancel = give_up_;
  request.count_limit = kMaxCountedInputs;
  request.workers = 1;
  std::optional<CheckInputs> out;
  call::CheckListener listener;
  listener.note = [&](const std::string& text) { notes_.push_back(text); };
  listener.finished = [&](const call::MethodReport& report) {
    if (report.stop == StopReason::None)
      out = {std::min(report.valid, kMaxCountedInputs), report.valid <= kMaxCountedInputs};
  };
  // What 'check' refuses has no number.
  (void)call::check(request, listener);
  return out;
}

std::optional<CheckInputs> Comparison::result(const code::Note& note, double seconds) {
  constexpr std::chrono::milliseconds kPollInterval(20);
  const Stopwatch watch;
  while (counting_.wait_for(kPollInterval) != std::future_status::ready) {
    took_too_long_ = took_too_long_ || (!cancel_.requested() && watch.milliseconds() > 1000 * seconds);
    if (cancel_.requested() || took_too_long_) give_up_.request();
  }
  const auto out = counting_.get();
  for (const std::string& text : notes_) {
    if (note) note(text);
  }
  return out;
}

}  // namespace fretsaw::path
