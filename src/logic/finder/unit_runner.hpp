// SPDX-License-Identifier: MIT
// Works on units of an enumeration: stretches of the sequence of solutions of a plan. For one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.hpp"
#include "logic/finder/duplicates.hpp"
#include "logic/finder/plan.hpp"
#include "logic/sat/enumerator.hpp"
#include "work/unit.hpp"

namespace fretsaw {

// How the choices of a unit stand for literals of the plan's clauses.
work::Choice choice_of(const SearchPlan& plan, int literal);
int literal_of(const SearchPlan& plan, work::Choice choice);
work::Unit unit_of_cube(const SearchPlan& plan, const std::vector<int>& cube);
// Can it be a unit of this plan?
bool belongs_to(const SearchPlan& plan, const work::Unit& unit);

// How much of the whole search a unit is, and how much of that is left at its path: as if both sides of each
// choice were as much.
double share_of(const work::Unit& unit);
double share_left(const work::Unit& unit);

// Tells the solutions that are to be kept, as soon as what is decided shows that they are not.
class LeaderFilter final : public SolutionFilter {
 public:
  explicit LeaderFilter(const SearchPlan& plan);
  LeaderFilter(const LeaderFilter&) = delete;
  LeaderFilter& operator=(const LeaderFilter&) = delete;

  bool has_leader_test() const { return leaders_.has_value(); }
  void use_budget(Budget& budget) { budget_ = &budget; }  // for what is asked from now on

  const std::vector<std::uint32_t>& places() const override { return places_; }
  std::optional<std::vector<int>> rejection_clause(std::size_t place, const Value& value) override;

  bool accepts(const Enumerator& enumerator);

 private:
  const std::vector<int>& variables_;  // by input
  std::optional<LeaderTest> leaders_;
  std::vector<std::uint32_t> places_;  // by label: how many decisions make its inputs known, and those before
  std::vector<bool> values_;           // by input
  Budget* budget_ = nullptr;
};

class UnitRunner {
 public:
  // What the plan refers to must outlive it.
  explicit UnitRunner(const SearchPlan& plan);

  // Requires that the unit belongs to the plan. Goes on with the search that it has if the unit is what
  // rest() gave first.
  void begin(const work::Unit& unit, Budget& budget);

  // The next solution of the unit that is to be kept; false: there are no more. Either budget may end it:
  // then it can be called again. `pause` is not examined while leaders are compared.
  bool next(Budget& pause, Budget& budget);

  // Of the current solution.
  bool value(int variable) const { return enumerator_->value(variable); }
  std::vector<std::uint64_t> packed_values() const;

  // The current solution, if such a sample wants it; without a number. Requires has_shapes().
  bool has_shapes() const { return shapes_.has_value(); }
  std::optional<SampledInstance> sampled(const Duplicates& sample);

  // How much of the unit is done, roughly.
  double progress_fraction() const { return enumerator_->progress_fraction(); }

  // What is left after the current solution, without changing anything.
  work::Unit after_solution() const;
  // What is left, in order: nothing, one, or two if it is to be divided and can be. After this there is no
  // current solution.
  std::vector<work::Unit> rest(bool divided);

 private:
  std::vector<work::Choice> solution_path() const;

  const SearchPlan plan_;
  LeaderFilter leader_filter_;
  std::optional<Shapes> shapes_;
  std::vector<std::uint64_t> bits_;  // of the solution that sampled() was last asked about
  std::optional<Enumerator> enumerator_;
  std::size_t cube_ = 0;  // how many choices the enumerator takes as given
  work::Unit unit_;       // the current one
  bool is_live_ = false;  // unit_ is what is left to the enumerator, as rest() gave it
};

// What came of working on a unit for a while: packed values of its solutions, of all or of some.
struct Solutions {
  std::uint64_t count = 0;
  std::uint64_t stride = 1;            // those whose number, from 0, is a multiple of it are here
  std::vector<std::uint64_t> values;   // one after the other
  StopReason stop = StopReason::None;  // a limit ended it
  Duplicates sampled{};  // if they are only counted: those that are to be compared, by number from 0
};

struct TimeSlice {
  double seconds = 0.1;
  std::uint64_t max_solutions = ~std::uint64_t{0};
  bool only_count = false;
  bool divides = false;              // what is left
  std::uint64_t sample_modulus = 1;  // for Solutions::sampled
};

struct UnitOutcome {
  Solutions solutions;
  std::vector<work::Unit> rest;
};

// Whoever waits for it may ask it to end its turn.
UnitOutcome run_unit(UnitRunner& runner, const work::Unit& unit, const TimeSlice& slice, Budget& budget,
                     const Cancel& end_early = {});

}  // namespace fretsaw
