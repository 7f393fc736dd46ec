// SPDX-License-Identifier: MIT
#include "work/worker_utilization.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

namespace fretsaw::work {

namespace {

struct UtilizationRecord {
  std::mutex mutex;
  double seconds = 0;
  std::vector<double> present{};  // by place, seconds of all its workers together
  std::vector<double> busy{};
};

UtilizationRecord& utilization_record() {
  static UtilizationRecord record;
  return record;
}

double idle_percent(double present, double busy) {
  return present > 0 ? 100 * std::max(0.0, 1 - busy / present) : 0;
}

}  // namespace

WorkerUtilization::~WorkerUtilization() {
  if (places_.size() < 2) return;
  const double seconds = watch_.seconds();
  UtilizationRecord& record = utilization_record();
  const std::lock_guard lock(record.mutex);
  const std::size_t most = *std::ranges::max_element(places_) + 1;
  record.present.resize(std::max(record.present.size(), most));
  record.busy.resize(record.present.size());
  record.seconds += seconds;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    record.present[places_[i]] += seconds;
    record.busy[places_[i]] += busy_[i];
  }
}

std::string idle_text() {
  constexpr std::size_t kMaxNamedRanks = 8;
  UtilizationRecord& record = utilization_record();
  const std::lock_guard lock(record.mutex);
  if (record.present.empty()) return "";
  double present = 0, busy = 0;
  std::vector<std::pair<double, std::size_t>> ranks;
  for (std::size_t place = 0; place < record.present.size(); ++place) {
    present += record.present[place];
    busy += record.busy[place];
    ranks.emplace_back(idle_percent(record.present[place], record.busy[place]), place);
  }
  std::string text = fmt::format("idle: {:.1f} % of {:.2f} s", idle_percent(present, busy), record.seconds);
  if (ranks.size() < 2) return text;
  const bool cut = ranks.size() > kMaxNamedRanks;
  if (cut) {
    std::ranges::stable_sort(ranks, [](const auto& a, const auto& b) { return a.first > b.first; });
    ranks.resize(kMaxNamedRanks);
  }
  std::string list;
  for (const auto& [percent, place] : ranks)
    list += fmt::format("{}rank {}: {:.1f} %", list.empty() ? "" : ", ", place, percent);
  return fmt::format("{} ({}{})", text, list, cut ? ", …" : "");
}

}  // namespace fretsaw::work
