// SPDX-License-Identifier: MIT
//
// Of the tests that were found, those that a person should read: their valuations meet every requirement that
// can be met, and their labels depend on as many distinctions as so many tests can. Both are covers, and made
// greedily: always the test that adds most.
#include <fmt/format.h>

#include <algorithm>

#include "alloy/modeltest/suite_builder.hpp"

namespace fretsaw::modeltest {

namespace {

constexpr std::size_t kMaxTestsPerGroup = 28;  // calls, and tests of the facts

// What some tests have, and how much another one would add.
class CoverCounter {
 public:
  explicit CoverCounter(std::size_t items) : times_(items, 0), weight_(items, 1.0) {}

  void set_weight(std::size_t item, double weight) { weight_[item] = weight; }
  void take(const std::vector<std::size_t>& row, int times) {
    for (const std::size_t item : row) times_[item] += times;
  }
  double added_by(const std::vector<std::size_t>& row) const {
    double sum = 0;
    for (const std::size_t item : row) sum += times_[item] == 0 ? weight_[item] : 0.0;
    return sum;
  }
  bool has_all_without(const std::vector<std::size_t>& row) const {
    return std::ranges::all_of(row, [&](std::size_t item) { return times_[item] > 1; });
  }

 private:
  std::vector<int> times_;
  std::vector<double> weight_;
};

}  // namespace

// In the order in which they are worth reading.
std::vector<std::size_t> SuiteBuilder::chosen_order() {
  const std::vector<SuiteTest>& tests = suite_->tests;
  CoverCounter covered(suite_->requirements.all.size()), decided(distinctions_.size());
  for (std::size_t d = 0; d < distinctions_.size(); ++d) decided.set_weight(d, distinctions_[d].weight);
  std::vector<std::size_t> order;
  std::vector<bool> chosen(tests.size(), false);
  using Value = std::pair<double, double>;
  const auto take_best = [&](auto&& value) {
    std::optional<std::size_t> best;
    Value most{0, 0};
    for (std::size_t i = 0; i < tests.size(); ++i) {
      const Value worth = chosen[i] ? Value{0, 0} : value(i);
      if (worth.first > 0 && worth > most) {
        most = worth;
        best = i;
      }
    }
    if (!best) return false;
    chosen[*best] = true;
    order.push_back(*best);
    covered.take(tests[*best].covers, 1);
    decided.take(tests[*best].decides, 1);
    return true;
  };
  const auto to_cover = [&](std::size_t i) {
    return Value{covered.added_by(tests[i].covers), decided.added_by(tests[i].decides)};
  };
  while (take_best(to_cover)) {
  }
  for (std::size_t at = order.size(); at-- > 0;) {
    const SuiteTest& test = tests[order[at]];
    if (!covered.has_all_without(test.covers)) continue;
    covered.take(test.covers, -1);
    decided.take(test.decides, -1);
    chosen[order[at]] = false;
    order.erase(order.begin() + static_cast<std::ptrdiff_t>(at));
  }
  const auto to_decide = [&](std::size_t i) {
    const bool call = tests[i].paragraph.has_value();
    const auto alike = std::ranges::count_if(
        order, [&](std::size_t other) { return tests[other].paragraph.has_value() == call; });
    const bool too_many = static_cast<std::size_t>(alike) >= kMaxTestsPerGroup;
    return too_many ? Value{0, 0} : Value{decided.added_by(tests[i].decides), 0};
  };
  while (take_best(to_decide)) {
  }
  return order;
}

void SuiteBuilder::choose() {
  RequirementMeter meter(suite_->requirements, *stage_);
  Coverage& coverage = suite_->coverage;
  const std::vector<std::size_t> met = coverage.in_state(CoverageState::Yes);
  std::set<std::size_t> could_be_decided, decided;
  for (SuiteTest& test : suite_->tests) {
    test.covers = meter.met(*test.instance, met);
    test.decides = decided_by(test);
    test.decides.insert(test.decides.end(), test.extremes.begin(), test.extremes.end());
    could_be_decided.insert(test.decides.begin(), test.decides.end());
  }
  std::vector<std::size_t> order = chosen_order();
  if (options_.limit && order.size() > *options_.limit) {
    order.resize(*options_.limit);
    stop(StopReason::None);
  }
  std::ranges::sort(order);
  for (const std::size_t r : met) coverage.set(r, CoverageState::No);
  std::vector<SuiteTest> kept;
  for (const std::size_t i : order) {
    SuiteTest& test = suite_->tests[i];
    std::string& name = test.test.name;
    name = fmt::format("test{}{}", kept.size() + 1, name.substr(name.find('_')));
    std::vector<std::string> reasons;
    for (const std::size_t d : test.decides) {
      const bool extreme = distinctions_[d].changed == nullptr;
      if (decided.insert(d).second) reasons.push_back((extreme ? "" : "decided by ") + distinctions_[d].what);
    }
    for (const std::size_t r : test.covers) {
      if (coverage.state(r) == CoverageState::No) reasons.push_back("covers " + describe(r));
      coverage.set(r, CoverageState::Yes);
    }
    for (std::size_t k = 0; k < reasons.size() && k < kMaxShownReasons; ++k)
      test.test.comments.push_back("  " + reasons[k]);
    if (reasons.size() > kMaxShownReasons)
      test.test.comments.push_back(fmt::format("  and {} more", reasons.size() - kMaxShownReasons));
    kept.push_back(std::move(test));
  }
  suite_->tests = std::move(kept);
  number_valuations();
  if (decided.size() < could_be_decided.size() && !options_.minimize)
    suite_->note += fmt::format("{}the expected outcomes depend on {} of {} distinctions",
                                suite_->note.empty() ? "" : "; ", decided.size(), could_be_decided.size());
}

}  // namespace fretsaw::modeltest
