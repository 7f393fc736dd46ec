// SPDX-License-Identifier: MIT
//
// Small spaces are sampled from the list of all solutions (a reservoir, so the list is never in memory). For
// larger ones, random parity constraints over the primary variables divide the space into cells, as in
// Chakraborty, Meel and Vardi's UniGen: a cell is drawn by drawing its constraints, and listed.
//
// UniGen's constraints are over half of all variables, so that cells have nearly equal sizes and any member
// of a cell can be taken. But such a constraint becomes effective only when nearly all variables are decided,
// and listing one cell takes as long as listing all of them: with integer fields, where most variables are
// tuples that are absent, it did not terminate. Here a constraint is over half of the variables up to a
// random position in the decision order, so that the search is pruned at all depths, and visits about as many
// nodes as the cell has members. Cells then differ in size, and taking one member of each would prefer those
// of small cells. So from a cell of n members n/64 are taken, rounded up or down at random: every instance is
// in a random cell with the same probability, 2^-constraints, and is then taken with probability 1/64,
// whatever the cells are. Two instances that agree in the first decisions are in the same cell more often
// than others, and large cells contribute several members: all instances have the same probability to be in a
// sample, but the members of one sample are not independent.
//
// A cell that takes too many decisions is abandoned, and the sample reports it, because its members were
// excluded. If that happens repeatedly, cells are made smaller, and then the limit is raised; so the
// procedure terminates.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "fretsaw/finder.hpp"
#include "logic/finder/clauses.hpp"
#include "logic/finder/internals.hpp"
#include "logic/finder/plan.hpp"
#include "logic/finder/unit_runner.hpp"
#include "logic/finder/verify.hpp"
#include "logic/sat/enumerator.hpp"

namespace fretsaw {

namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {  // SplitMix64
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

  // 0 .. bound-1, every number equally likely.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t excess = (~std::uint64_t{0} % bound + 1) % bound;
    std::uint64_t drawn = next();
    while (drawn > ~excess) drawn = next();
    return drawn % bound;
  }

 private:
  std::uint64_t state_;
};

// Adds clauses that say that an odd (or even) number of the variables holds, three at a time.
void add_parity(Cnf& cnf, const std::vector<int>& variables, bool odd) {
  int sum = 0;  // the parity so far; 0 before the first variable
  for (const int variable : variables) {
    if (sum == 0) {
      sum = variable;
      continue;
    }
    const int next = ++cnf.variables;
    for (const auto& clause : {std::array{-next, sum, variable}, std::array{-next, -sum, -variable},
                               std::array{next, sum, -variable}, std::array{next, -sum, variable}}) {
      cnf.add(clause);
    }
    sum = next;
  }
  if (sum != 0) {
    cnf.add(std::array{odd ? sum : -sum});
  } else if (odd) {
    cnf.add(std::span<const int>());
  }
}

using Values = std::vector<bool>;  // of the primary and secondary variables

class CellSampler {
 public:
  CellSampler(const Plan& plan, Random& random)
      : plan_(plan), random_(random), leader_filter_(search_of(plan)), order_(plan.decision_order) {
    const Cnf& cnf = plan.clauses.encoding.cnf;
    std::vector<bool> known(static_cast<std::size_t>(cnf.primary) + 1);
    for (const int variable : order_) known[static_cast<std::size_t>(variable)] = true;
    for (std::size_t v = 1; v < known.size(); ++v) {
      if (!known[v]) order_.push_back(static_cast<int>(v));
    }
    if (order_.empty()) parities_ = 0;
  }

  // Members of a random cell, as many as are its share; of the whole space, if it is one cell, all.
  std::vector<Values> draw(Budget& budget) {
    while (!is_settled_) {
      // Not used: continuing until a cell is small would prefer small cells.
      is_settled_ = list_cell(kMaxMeanCellSize, budget).end == End::Complete ||
                    parities_ >= static_cast<int>(order_.size());
      if (!is_settled_) grow(+1);
    }
    Cell cell = list_cell(kMaxCellSize, budget);
    if (cell.end != End::Complete) {
      give_up();
      return {};
    }
    is_whole_ = parities_ == 0;
    const std::uint64_t size = cell.members.size();
    const std::uint64_t share =
        is_whole_ ? size
                  : size / kMembersPerSample +
                        (random_.below(kMembersPerSample) < size % kMembersPerSample ? 1 : 0);
    for (std::uint64_t i = 0; i < share; ++i)
      std::swap(cell.members[i], cell.members[i + random_.below(size - i)]);
    cell.members.resize(share);
    ++cells_;
    members_ += size;
    if (cells_ == kCellsPerMean) {
      if (members_ > kMaxMeanCellSize * cells_) grow(+1);
      if (members_ < kMinMeanCellSize * cells_) grow(-1);
      cells_ = members_ = 0;
    }
    return std::move(cell.members);
  }

  bool was_whole_space() const { return is_whole_; }
  std::uint64_t given_up() const { return given_up_; }

 private:
  static constexpr std::uint64_t kMembersPerSample = 64;  // of so many members, one is taken
  static constexpr std::uint64_t kMaxMeanCellSize = 48;   // members of cells, on average
  static constexpr std::uint64_t kMinMeanCellSize = 12;
  static constexpr std::uint64_t kCellsPerMean = 16;  // so many are examined before their size is changed
  static constexpr std::size_t kMaxCellSize = 4096;
  static constexpr std::uint64_t kFirstEffortDecisions = 100'000;  // decisions for a cell
  static constexpr std::uint64_t kDecisionsPerCheck = 5'000;       // before the budget is examined
  static constexpr int kMaxConsecutiveGivenUpCells = 4;            // cells in a row

  enum class End { Complete, TooLarge, TooHard };
  struct Cell {
    std::vector<Values> members;
    End end = End::Complete;
  };

  void grow(int more) {
    parities_ = std::max(parities_ + more, 0);
    cells_ = members_ = 0;
  }

  void give_up() {
    ++given_up_;
    if (++given_up_in_a_row_ < kMaxConsecutiveGivenUpCells) return;
    given_up_in_a_row_ = 0;
    if (parities_ < static_cast<int>(order_.size())) grow(+1);
    effort_ *= 2;
  }

  // The members of a random cell; not all of them if there are more than `most`.
  Cell list_cell(std::size_t most, Budget& budget) {
    Cnf cnf = plan_.clauses.encoding.cnf;
    for (int i = 0; i < parities_; ++i) {
      std::vector<int> variables;
      const std::size_t last = random_.below(order_.size());
      for (std::size_t v = 0; v <= last; ++v) {
        if (random_.next() >> 63 != 0) variables.push_back(order_[v]);
      }
      add_parity(cnf, variables, random_.next() >> 63 != 0);
    }
    EnumeratorOptions options;
    options.gates = Gates::Follow;
    options.order = DecisionOrder::Static;
    options.static_order = order_;
    options.preferred_phase = plan_.preferred_value;
    Enumerator enumerator(cnf, options, budget);
    leader_filter_.use_budget(budget);
    Cell cell;
    std::uint64_t effort = effort_;
    for (;;) {
      const std::optional<bool> found = next_within(enumerator, effort, budget);
      if (!found) cell.end = End::TooHard;
      if (found != true) break;
      if (!leader_filter_.accepts(enumerator)) continue;
      if (cell.members.size() == most) {
        cell.end = End::TooLarge;
        break;
      }
      Values values;
      for (int v = 1; v <= cnf.primary + cnf.secondary; ++v) values.push_back(enumerator.value(v));
      cell.members.push_back(std::move(values));
    }
    if (cell.end == End::Complete) given_up_in_a_row_ = 0;
    return cell;
  }

  // Is there another solution? Nothing if the effort is not enough to know.
  static std::optional<bool> next_within(Enumerator& enumerator, std::uint64_t& effort, Budget& budget) {
    Limits ended;
    ended.cancel.request();
    while (effort > 0) {
      const std::uint64_t slice = std::min(effort, kDecisionsPerCheck);
      const std::uint64_t before = enumerator.statistics().decisions;
      Budget pause(ended);
      const FreePolls decisions(pause, static_cast<unsigned>(slice));
      try {
        const bool found = enumerator.next(pause);
        effort -= std::min(effort, enumerator.statistics().decisions - before);
        return found;
      } catch (const LimitReached&) {
        effort -= slice;
        budget.check_now();
      }
    }
    return std::nullopt;
  }

  const Plan& plan_;
  Random& random_;
  LeaderFilter leader_filter_;
  std::vector<int> order_;  // of all primary variables
  bool is_settled_ = false;
  bool is_whole_ = false;
  int parities_ = 1;
  std::uint64_t cells_ = 0, members_ = 0;  // since the number of constraints was last examined
  std::uint64_t effort_ = kFirstEffortDecisions;
  std::uint64_t given_up_ = 0;
  int given_up_in_a_row_ = 0;
};

// Draws from all instances if there are at most options.exhaustive; otherwise says that there are more.
struct Listing {
  Sample sample;
  bool too_many = false;
};

Result<Listing> draw_from_list(const Problem& problem, const SampleOptions& options, Random& random,
                               const Budget& budget) {
  InstancesOptions all;
  all.symmetry = options.symmetry;
  all.root = options.root;
  auto stream = instances(problem, all, budget);
  if (!stream) return stream.error();
  Listing listing;
  auto& chosen = listing.sample.instances;
  while (auto instance = stream->next()) {
    if (stream->yielded_count() > options.max_listed_instances) {
      listing.too_many = true;
      return listing;
    }
    if (chosen.size() < options.count) {
      chosen.push_back(*std::move(instance));
    } else if (const std::uint64_t place = random.below(stream->yielded_count()); place < chosen.size()) {
      chosen[place] = *std::move(instance);
    }
  }
  if (stream->failure()) return *stream->failure();
  for (std::size_t i = chosen.size(); i > 1; --i) std::swap(chosen[i - 1], chosen[random.below(i)]);
  listing.sample.complete = stream->complete();
  listing.sample.stop = stream->stop();
  listing.sample.method = "drawn from the list of all instances";
  return listing;
}

// Of each cell its share, until there are enough.
Status draw_from_cells(const Problem& problem, const SampleOptions& options, Random& random, Budget& budget,
                       Sample& result) {
  InstancesOptions all;
  all.symmetry = options.symmetry;
  all.root = options.root;
  const auto plan = plan_enumeration(problem, all, budget);
  if (!plan) return plan.error();
  Verifier verifier(plan->problem, plan->clauses.skolems);
  CellSampler cells(*plan, random);
  std::set<Values> seen;
  while (result.instances.size() < options.count && !cells.was_whole_space()) {
    for (const Values& values : cells.draw(budget)) {
      if (result.instances.size() == options.count) break;
      const Assignment value = [&](int variable) { return values[static_cast<std::size_t>(variable) - 1]; };
      Instance instance = decode_instance(plan->problem, plan->clauses, value);
      const auto primary = static_cast<std::ptrdiff_t>(plan->clauses.encoding.cnf.primary);
      if (!seen.insert(Values(values.begin(), values.begin() + primary)).second) continue;
      const auto status =
          verifier.verify(instance, decode_witnesses(plan->problem, plan->clauses, value), budget);
      if (!status) return status.error();
      result.instances.push_back(std::move(instance));
    }
    budget.poll();
  }
  result.complete = true;
  if (cells.given_up() > 0)
    result.method +=
        fmt::format("; {} of them were too hard to list, so the distribution is only approximately uniform",
                    cells.given_up());
  return Success{};
}

}  // namespace

Result<Sample> sample(const Problem& problem, const SampleOptions& options, Budget& budget) {
  Random random(options.seed);
  if (options.max_listed_instances > 0) {
    // Drawing almost all instances one by one would meet the same ones again and again.
    SampleOptions listed = options;
    listed.max_listed_instances = std::max(options.max_listed_instances, 2 * options.count);
    auto listing = draw_from_list(problem, listed, random, budget);
    if (!listing) return listing.error();
    if (!listing->too_many) return std::move(listing->sample);
  }
  Sample result;
  result.method = "drawn uniformly from cells formed by random parity constraints";
  const Status status =
      within_limits([&] { return draw_from_cells(problem, options, random, budget, result); },
                    [&](StopReason reason) {
                      result.stop = reason;
                      return Status(Success{});
                    });
  if (!status) return status.error();
  return result;
}

Result<Sample> sample(const Problem& problem, const SampleOptions& options) {
  Budget budget(options.limits);
  return sample(problem, options, budget);
}

}  // namespace fretsaw
