// SPDX-License-Identifier: MIT
// The search: one input after the other, each down a path that no input has taken before.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "base/budget.hpp"
#include "cpp/path/criterion.hpp"
#include "cpp/path/input_model.hpp"
#include "cpp/path/object_order.hpp"
#include "cpp/path/path_solver.hpp"
#include "cpp/path/runner.hpp"
#include "cpp/path/sites.hpp"
#include "cpp/path/terms.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw::path {

struct ExploreLimits {
  Criterion criterion = Criterion::Branches;
  std::optional<std::uint64_t> length;  // conditions of a path that are negated
  std::optional<std::uint64_t> tests;
  bool explores_beyond = true;  // at longer paths, to prove branches infeasible
  // Where nothing else ends the search, because a loop counts as far as an integer goes or there are too many
  // paths: how often one condition of the code is tracked on a path (then only some are tracked further),
  // and how many solver queries may cover nothing new.
  std::optional<std::uint64_t> rounds = 250;
  std::optional<std::uint64_t> max_queries = 20'000;
  std::optional<int> conflicts = 100'000;  // that one question may take
};

// A condition on a path, as it was.
struct Step {
  EventKind kind = EventKind::Branch;
  TermId condition = 0;  // true on this path
  std::size_t site = 0;  // of Branch and Switch
  std::uint32_t outcome = 0;
  TermId subject = 0;         // what was asked: the condition itself or, of a Switch, the value
  bool is_exclusion = false;  // asked for, and seen in no run
};

struct ExploredPath {
  InputWords input;
  std::vector<Step> steps;
  std::vector<std::size_t> outcomes;  // that it covers, sorted
  guest::Termination how = guest::Termination::Returned;
  bool needs_allocation_failure = false;  // an allocation failed in it that may succeed elsewhere
};

// An input that took another path than was asked for: where it left the one it was to take.
struct Divergence {
  Step asked;
  InputWords input;
};

struct Exploration {
  std::vector<ExploredPath> tests;
  std::set<std::size_t> functions;    // of the user's, that the method can reach
  std::vector<std::size_t> branches;  // outcomes that count
  std::set<std::size_t> covered;      // of all outcomes
  bool is_exhausted = false;          // every path was taken: what is not covered cannot be
  std::uint64_t runs = 0;
  std::uint64_t paths = 0;     // different ones that valid inputs took
  std::uint64_t rejected = 0;  // inputs that broke a precondition in C++
  std::uint64_t undecided_preconditions =
      0;                            // of these: ones whose precondition exceeded a limit, and counts as false
  std::uint64_t unsatisfiable = 0;  // path conditions without a valid input
  std::uint64_t cut = 0;  // conditions not negated because of --max-depth, so that not every path is known
  std::optional<std::size_t> loop;  // site of a condition that was met too often to be followed to its end
  std::uint64_t queries_without_coverage =
      0;                          // stopped after so many solver queries that covered nothing new
  std::uint64_t undecided = 0;    // path conditions on which the solver reached its limit
  std::set<std::size_t> longer;   // outcomes known only on paths longer than --max-depth
  std::uint64_t divergences = 0;  // inputs that diverged from the predicted path
  std::optional<Divergence> first_divergence;
  std::uint64_t inconsistent_conditions = 0;  // recorded conditions that are not true of their input
  std::uint64_t losses[16] = {};              // by TrackingLoss: paths where something was not tracked
  std::uint64_t changed = 0;                  // paths where code that is not tracked changed tracked memory
  std::uint64_t endless = 0;                  // paths that exceeded a limit: what follows is unknown
  std::uint64_t overflows = 0;                // paths with signed overflow
  bool precondition_is_lossy = false;
  std::set<std::string> names;  // of functions and variables that were not tracked
  double solve_ms = 0;
  double run_ms = 0;
  StopReason stop = StopReason::None;
  bool needs_names = false;  // stopped: objects were ordered, but the method depends on their addresses

  bool is_certain() const;  // nothing was lost: what no path covers is infeasible
};

class Explorer {
 public:
  // All outlive it. `root` is the function that makes the call. `is_ordered`: of inputs that differ in the
  // names of objects only, one is enough.
  Explorer(Runner& runner, const InputModel& model, const SiteTable& sites, std::string root,
           bool is_ordered);

  PathSolver& solver() { return solver_; }
  const Terms& terms() const { return terms_; }

  // The result is empty if there is no valid input. `progress` is called after every run.
  Result<Exploration> run(const ExploreLimits& limits, const Limits& time,
                          const std::function<void(const Exploration&)>& progress);

 private:
  // A division in the code, as far as that can be told: the outcome before it, and how many others come
  // between.
  using DivisionPlace = std::tuple<std::size_t, std::uint32_t, std::size_t>;

  // One more condition to try: the path up to there, and then this instead.
  struct Branching {
    std::size_t path;
    std::size_t step;
    TermId instead;
    std::optional<std::size_t> target;  // an outcome that would be covered, if it counts
    bool leads_to_other_object =
        false;  // to another object, perhaps of another class: functions that were not called yet
    std::optional<DivisionPlace> division{};  // that would have no result
  };

  // A valid input with these conditions, run; nothing if there is none.
  Result<std::optional<ExploredPath>> find_input(std::span<const TermId> conditions);
  Status learn(const Trace& trace, const InputWords& input);
  std::vector<Step> steps_of(std::span<const Event> events, const std::vector<TermId>& terms);
  TermId outcome_condition(std::size_t site, TermId subject, std::uint32_t outcome);
  void check_truth(const ExploredPath& path);
  void note(const Trace& trace, ExploredPath& path);
  void update_branches();
  void add_branchings(std::size_t path, std::size_t level);
  // The step's address is that of a variable: a condition that it is that of something else which can be
  // read, such as a static object. Nothing if it cannot be.
  std::optional<TermId> other_object_condition(const Step& step);
  // The step is the condition that a division has a result.
  bool is_of_division(const Step& step) const;
  void take(ExploredPath path, std::size_t level);
  std::vector<TermId> conditions_of(const Branching& branching) const;
  Status follow(const Branching& branching);
  Status explore_beyond();
  void add_exclusions(const Branching& branching, ExploredPath& path) const;
  bool takes(const ExploredPath& path, std::span<const TermId> conditions) const;
  void note_divergence(const Branching& branching, const ExploredPath& path,
                       std::span<const TermId> conditions);
  bool is_done() const;
  bool covers_all_but(const std::set<std::size_t>& others) const;
  void keep_if_useful(const ExploredPath& path);
  std::optional<Branching> next();
  bool may_query();
  void resume_late_branchings();
  void drop_redundant_tests();

  Runner& runner_;
  const InputModel& model_;
  const SiteTable& sites_;
  std::string root_;
  Terms terms_;
  PathSolver solver_;
  std::optional<AddressUse> addresses_;  // if objects are ordered
  ExploreLimits limits_;
  std::optional<Budget> budget_;
  Exploration out_;
  std::set<std::size_t> entered_;
  std::set<std::size_t> counted_;  // branches as a set
  std::vector<ExploredPath> paths_;
  std::multimap<std::size_t, Branching> queue_;  // by the number of conditions: breadth first
  std::size_t other_object_branchings_ = 0;      // of those, how many lead there
  std::size_t divisions_ = 0;                    // of those, how many are to divide by zero
  std::set<DivisionPlace> ends_;                 // divisions that have ended a run
  std::multimap<std::size_t, Branching> late_;   // where a loop has gone around often
  std::optional<std::uint64_t> late_left_;       // of those, how many are still tried: they are in queue_
  std::uint64_t queries_without_coverage_ = 0;   // questions since something new was covered
  std::vector<Branching> beyond_;                // longer than --max-depth
  std::size_t explored_beyond_ = 0;              // of those
  bool is_beyond_ = false;
  std::unordered_set<std::uint64_t> seen_;  // paths that were asked for, by their conditions
};

}  // namespace fretsaw::path
