// SPDX-License-Identifier: MIT
#include "base/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string_view>

namespace fretsaw {

namespace {

constexpr std::chrono::milliseconds kBeforeFirst{400};
constexpr std::chrono::milliseconds kBetween{150};
constexpr std::string_view kWipeLine = "\r\033[K";

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 100) return fmt::format("{} s", whole);
  const std::uint64_t minutes = whole / 60;
  if (minutes < 100) return fmt::format("{} min {} s", minutes, whole % 60);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

void draw(std::string_view text) {
  // A line that cannot be drawn is no loss.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string progress_text(const std::string& what, std::uint64_t done, std::optional<std::uint64_t> total,
                          double seconds) {
  if (done == 0) return fmt::format("{}: {} so far", what, duration(seconds));
  const double rate = static_cast<double>(done) / std::max(seconds, 1e-3);
  const std::string speed =
      rate >= 10 ? grouped(static_cast<std::uint64_t>(rate)) : fmt::format("{:.1f}", rate);
  if (!total) return fmt::format("{} {}, {}/s, {}", grouped(done), what, speed, duration(seconds));
  const double left = static_cast<double>(*total - std::min(*total, done)) / rate;
  return fmt::format("{} of {} {}, {}/s, {} left", grouped(done), grouped(*total), what, speed,
                     duration(left));
}

Progress::Progress(bool shown, std::string what, std::optional<std::uint64_t> total)
    : what_(std::move(what)), total_(total) {
  if (shown) thread_ = std::thread([this] { redraw_until_stopped(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  stop_signal_.notify_all();
  thread_.join();
}

void Progress::redraw_until_stopped() {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  const auto stopped = [this] { return stopped_; };
  if (stop_signal_.wait_for(lock, kBeforeFirst, stopped)) return;
  do {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    draw(fmt::format("{}{}", kWipeLine, progress_text(what_, done_.load(), total_, elapsed.count())));
  } while (!stop_signal_.wait_for(lock, kBetween, stopped));
  draw(kWipeLine);
}

}  // namespace fretsaw
