// SPDX-License-Identifier: MIT
#include "base/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace fretsaw {

namespace {

constexpr std::chrono::milliseconds kFirstDrawDelay{400};
constexpr std::chrono::milliseconds kRedrawInterval{150};
constexpr std::string_view kClearLine = "\r\033[K";

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 100) return fmt::format("{} s", whole);
  const std::uint64_t minutes = whole / 60;
  if (minutes < 100) return fmt::format("{} min {} s", minutes, whole % 60);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

// Of a search: ", about 20% explored, 12 s left"; ", less than 1% explored, more than 99 s left".
std::string explored(const ProgressState& progress_state, double seconds) {
  if (!progress_state.fraction) return "";
  constexpr double kMinFractionForEstimate = 0.01;
  const double fraction = std::max(*progress_state.fraction, kMinFractionForEstimate);
  const std::string left = duration(seconds * (1 - fraction) / fraction);
  if (*progress_state.fraction < kMinFractionForEstimate)
    return fmt::format(", less than 1% explored, more than {} left", left);
  return fmt::format(", about {:.0f}% explored, {} left", 100 * fraction, left);
}

void draw(std::string_view text) {
  // Errors are ignored.
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

std::string progress_text(const std::string& what, const ProgressState& progress_state, double seconds) {
  const std::uint64_t done = progress_state.done;
  const std::string found = progress_state.found.empty() ? "" : progress_state.found + ", ";
  if (done == 0)
    return fmt::format("{}{}: {} so far{}", found, what, duration(seconds),
                       explored(progress_state, seconds));
  const double rate = static_cast<double>(done) / std::max(seconds, 1e-3);
  const std::string speed =
      rate >= 10 ? grouped(static_cast<std::uint64_t>(rate)) : fmt::format("{:.1f}", rate);
  if (const auto& total = progress_state.total) {
    const double left = static_cast<double>(*total - std::min(*total, done)) / rate;
    return fmt::format("{}{} of {} {}, {}/s, {} left", found, grouped(done), grouped(*total), what, speed,
                       duration(left));
  }
  const std::string text = fmt::format("{}{} {}, {}/s", found, grouped(done), what, speed);
  return text + (progress_state.fraction ? explored(progress_state, seconds) : ", " + duration(seconds));
}

Progress::Progress(bool shown, std::string what, std::optional<std::uint64_t> total)
    : what_(std::move(what)), progress_state_{.total = total} {
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

void Progress::update(ProgressState progress_state) {
  const std::lock_guard lock(mutex_);
  done_.store(progress_state.done, std::memory_order_relaxed);
  progress_state_ = std::move(progress_state);
}

void Progress::hide_while(const std::function<void()>& print) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(drawn_, false)) draw(kClearLine);
  print();
}

void Progress::redraw_until_stopped() {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  const auto stopped = [this] { return stopped_; };
  if (stop_signal_.wait_for(lock, kFirstDrawDelay, stopped)) return;
  do {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    progress_state_.done = done_.load(std::memory_order_relaxed);
    draw(std::string(kClearLine) + printable(progress_text(what_, progress_state_, elapsed.count())));
    drawn_ = true;
  } while (!stop_signal_.wait_for(lock, kRedrawInterval, stopped));
  draw(kClearLine);
}

}  // namespace fretsaw
