// SPDX-License-Identifier: MIT
//
// A unit is divided at its first decision that is not flipped: the other value of that decision is the second
// half. The current search continues in the first half and keeps its learnt clauses. If all decisions are
// flipped, and nothing has been found yet, the first decision divides; then both halves start over, which
// costs little, because it happens only if a worker is idle.
#include "logic/finder/unit_runner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fretsaw {

work::Choice choice_of(const SearchPlan& plan, int literal) {
  const bool value = literal > 0;
  return {static_cast<std::uint32_t>(value ? literal : -literal), value == plan.preferred_value ? 0U : 1U};
}

int literal_of(const SearchPlan& plan, work::Choice choice) {
  const int variable = static_cast<int>(choice.variable);
  return (choice.index == 0) == plan.preferred_value ? variable : -variable;
}

work::Unit unit_of_cube(const SearchPlan& plan, const std::vector<int>& cube) {
  work::Unit unit;
  for (const int literal : cube) unit.path.push_back(choice_of(plan, literal));
  unit.floor = unit.path.size();
  return unit;
}

bool belongs_to(const SearchPlan& plan, const work::Unit& unit) {
  const auto is_variable = [&](work::Choice choice) {
    return choice.variable >= 1 && choice.variable <= static_cast<std::uint32_t>(plan.cnf.variables) &&
           choice.index <= 1;
  };
  const auto is_primary = [&](work::Choice choice) {
    return choice.variable <= static_cast<std::uint32_t>(plan.cnf.primary);
  };
  return std::ranges::all_of(unit.path, is_variable) &&
         std::all_of(unit.path.begin() + static_cast<long>(unit.floor), unit.path.end(), is_primary);
}

double share_of(const work::Unit& unit) { return std::ldexp(1.0, -static_cast<int>(unit.floor)); }

double share_left(const work::Unit& unit) {
  double left = std::ldexp(1.0, -static_cast<int>(unit.path.size()));
  for (std::size_t i = unit.floor; i < unit.path.size(); ++i) {
    if (unit.path[i].index == 0) left += std::ldexp(1.0, -static_cast<int>(i + 1));
  }
  return left;
}

LeaderFilter::LeaderFilter(const SearchPlan& plan)
    : variables_(plan.variable_of_input), leaders_(plan.leaders), values_(variables_.size()) {
  if (!leaders_) return;
  std::vector<std::uint32_t> position(static_cast<std::size_t>(plan.cnf.variables) + 1, 0);
  for (std::uint32_t i = 0; i < plan.decision_order.size(); ++i)
    position[static_cast<std::size_t>(plan.decision_order[i])] = i;
  std::uint32_t known = 0;
  for (std::size_t label = 0; label < leaders_->labels(); ++label) {
    for (const std::uint32_t input : leaders_->inputs_of_label(label))
      known = std::max(known, position[static_cast<std::size_t>(variables_[input])] + 1);
    places_.push_back(known);
  }
}

std::optional<std::vector<int>> LeaderFilter::rejection_clause(std::size_t place, const Value& value) {
  for (std::size_t label = 0; label <= place; ++label) {
    for (const std::uint32_t input : leaders_->inputs_of_label(label))
      values_[input] = value(variables_[input]);
  }
  if (leaders_->is_leader(values_, place + 1, *budget_)) return std::nullopt;
  std::vector<int> clause;
  for (const std::uint32_t input : leaders_->reason())
    clause.push_back(values_[input] ? -variables_[input] : variables_[input]);
  return clause;
}

bool LeaderFilter::accepts(const Enumerator& enumerator) {
  if (!leaders_) return true;
  for (const std::uint32_t input : leaders_->inputs()) values_[input] = enumerator.value(variables_[input]);
  return leaders_->is_leader(values_, *budget_);
}

UnitRunner::UnitRunner(const SearchPlan& plan) : plan_(plan), leader_filter_(plan), shapes_(plan.shapes) {
  if (shapes_) bits_.resize(shapes_->words());
}

void UnitRunner::begin(const work::Unit& unit, Budget& budget) {
  if (std::exchange(is_live_, false) && unit == unit_) return;
  unit_ = unit;
  cube_ = unit.floor;
  EnumeratorOptions options;
  options.gates = Gates::Follow;
  options.order = DecisionOrder::Static;
  options.static_order = plan_.decision_order;
  options.preferred_phase = plan_.preferred_value;
  for (std::size_t i = 0; i < unit.path.size(); ++i)
    (i < unit.floor ? options.cube : options.begin).push_back(literal_of(plan_, unit.path[i]));
  options.begins_after_solution = unit.read >= 0;
  if (leader_filter_.has_leader_test()) options.filter = &leader_filter_;
  enumerator_.emplace(plan_.cnf, options, budget);
}

bool UnitRunner::next(Budget& pause, Budget& budget) {
  leader_filter_.use_budget(budget);
  return enumerator_->next(pause);
}

std::vector<std::uint64_t> UnitRunner::packed_values() const {
  return enumerator_->packed_values(plan_.cnf.primary + plan_.cnf.secondary);
}

std::optional<SampledInstance> UnitRunner::sampled(const Duplicates& sample) {
  enumerator_->pack_values(plan_.cnf.primary, bits_);
  const std::uint64_t hash = shapes_->invariant(bits_);
  if (!sample.samples(hash)) return std::nullopt;
  return SampledInstance{0, hash, bits_};
}

// The choices that are given, and then all primary variables in their order.
std::vector<work::Choice> UnitRunner::solution_path() const {
  std::vector<work::Choice> path(unit_.path.begin(), unit_.path.begin() + static_cast<long>(unit_.floor));
  for (const int variable : plan_.decision_order)
    path.push_back(choice_of(plan_, enumerator_->value(variable) ? variable : -variable));
  return path;
}

work::Unit UnitRunner::after_solution() const {
  work::Unit unit{solution_path(), unit_.floor, 0};
  unit.read = static_cast<std::int64_t>(unit.path.size());
  return unit;
}

std::vector<work::Unit> UnitRunner::rest(bool divided) {
  const auto decisions = enumerator_->position();
  if (!decisions) return {};
  unit_.path.resize(cube_);
  for (const int literal : *decisions) unit_.path.push_back(choice_of(plan_, literal));
  unit_.read = -1;
  is_live_ = true;
  if (!divided) return {unit_};
  for (std::size_t i = unit_.floor; i < unit_.path.size(); ++i) {
    if (unit_.path[i].index != 0) continue;
    work::Unit other{{unit_.path.begin(), unit_.path.begin() + static_cast<long>(i) + 1}, i + 1, -1};
    other.path.back().index = 1;
    unit_.floor = i + 1;
    enumerator_->close(unit_.floor - cube_);
    return {unit_, other};
  }
  const int divider = enumerator_->divider();
  if (divider == 0) return {unit_};
  is_live_ = false;
  work::Unit first = unit_;
  first.path.push_back(choice_of(plan_, divider));
  first.floor = first.path.size();
  work::Unit second = first;
  second.path.back().index = 1;
  return {first, second};
}

UnitOutcome run_unit(UnitRunner& runner, const work::Unit& unit, const TimeSlice& slice, Budget& budget,
                     const Cancel& end_early) {
  constexpr std::uint64_t kCountedPerKept = 64;
  UnitOutcome outcome;
  Solutions& found = outcome.solutions;
  found.stride = slice.only_count ? kCountedPerKept : 1;
  found.sampled = Duplicates(slice.sample_modulus);
  bool is_finished = false;
  bool has_begun = false;
  found.stop = within_limits(
      [&] {
        runner.begin(unit, budget);
        has_begun = true;
        Budget pause(Limits{.seconds = slice.seconds, .memory_mb = 0, .cancel = end_early});
        try {
          while (found.count < slice.max_solutions) {
            if (!runner.next(pause, budget)) {
              is_finished = true;
              break;
            }
            if (slice.only_count && runner.has_shapes()) {
              if (auto instance = runner.sampled(found.sampled)) {
                instance->number = found.count;
                found.sampled.add(*std::move(instance));
              }
            }
            if (found.count++ % found.stride != 0) continue;
            const auto values = runner.packed_values();
            found.values.insert(found.values.end(), values.begin(), values.end());
          }
        } catch (const LimitReached&) {
          budget.check_now();
        }
        return StopReason::None;
      },
      [](StopReason reason) { return reason; });
  if (found.stop == StopReason::Memory) {  // the state of the search is unknown
    found = {};
    found.stop = StopReason::Memory;
  }
  if (!has_begun || found.stop == StopReason::Memory)
    outcome.rest = {unit};
  else if (!is_finished)
    outcome.rest = runner.rest(slice.divides);
  return outcome;
}

}  // namespace fretsaw
