// SPDX-License-Identifier: MIT
#include "logic/finder/solution_source.hpp"

#include "logic/finder/unit_runner.hpp"
#include "work/remote_process.hpp"

namespace fretsaw {

namespace {

class SequentialSource final : public SolutionSource {
 public:
  explicit SequentialSource(const Plan& plan) : plan_(plan), runner_(search_of(plan)) {}

  bool next(Budget& budget) override {
    at_solution_ = false;
    try {
      return find(budget);
    } catch (const LimitReached&) {
      if (is_begun_) left_ = runner_.rest(false);
      throw;
    }
  }

  bool value(int variable) const override { return runner_.value(variable); }
  std::uint64_t place() const override { return plan_.placed_units[piece_].place; }

  std::optional<SampledInstance> sampled(Duplicates& sample) override { return runner_.sampled(sample); }

  double progress_fraction() const override {
    double done = 0;
    double all = 0;
    for (std::size_t i = 0; i < plan_.placed_units.size(); ++i) {
      const double share = share_of(plan_.placed_units[i].unit);
      all += share;
      if (i < piece_) done += share;
      if (i == piece_ && is_begun_) done += share * runner_.progress_fraction();
    }
    return all > 0 ? done / all : 1;
  }

  work::Position rest() const override {
    work::Position rest;
    if (at_solution_) rest.placed_units.push_back({runner_.after_solution(), place()});
    for (const work::Unit& unit : left_) rest.placed_units.push_back({unit, place()});
    for (std::size_t i = piece_ + (is_begun_ ? 1 : 0); i < plan_.placed_units.size(); ++i)
      rest.placed_units.push_back(plan_.placed_units[i]);
    return rest;
  }

 private:
  bool find(Budget& budget) {
    left_.clear();
    for (; piece_ < plan_.placed_units.size(); ++piece_, is_begun_ = false) {
      if (!is_begun_) runner_.begin(plan_.placed_units[piece_].unit, budget);
      is_begun_ = true;
      if (runner_.next(budget, budget)) return at_solution_ = true;
    }
    return false;
  }

  const Plan& plan_;
  UnitRunner runner_;
  std::size_t piece_ = 0;
  bool is_begun_ = false;
  bool at_solution_ = false;
  std::vector<work::Unit> left_;  // of the current piece, after a limit
};

}  // namespace

std::unique_ptr<SolutionSource> make_solution_source(const Plan& plan, const InstancesOptions& options,
                                                     const Budget& budget) {
  if (options.threads > 1 || work::remote_slot_count() > 0)
    return make_parallel_source(plan, options, budget);
  return std::make_unique<SequentialSource>(plan);
}

}  // namespace fretsaw
