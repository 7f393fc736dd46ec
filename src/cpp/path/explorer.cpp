// SPDX-License-Identifier: MIT
// After Whispec (Shao, Khurshid, Perry: Whispec: white-box testing of libraries using declarative
// specifications): solve the precondition, run the input, and negate one condition of its path after the
// other, breadth first; each time ask for a valid input that agrees with the path up to there and then turns
// off. A path that was asked for is not asked for again, so that what has been negated once on the way (the
// `level` of the paper) is not negated back.
//
// Preconditions in C++ are not known in advance. They are run before the method, with the same instrumentation, and
// the path that led to `false` is forbidden, with everything that takes it: so the solver learns the
// predicate as far as it matters. If something on that path could not be tracked, only inputs are forbidden
// in which all that it has read is the same.
//
// With the criterion "branches", turns that lead to an outcome that is not covered yet come first, and
// only inputs that cover something new are tests. When there is nothing left to turn, all paths have been
// taken, and what is not covered is infeasible.
//
// That moment may never come: a loop that counts up to an integer has a path for each of its values. So turns
// that come after many rounds of one loop wait until all others are done, and then only as many of them are
// tried as there were solver queries before. What is left then is unknown.
#include "cpp/path/explorer.hpp"

#include <algorithm>

#include "base/budget.hpp"
#include "cpp/path/child/tracking_loss.hpp"

namespace fretsaw::path {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15U + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdU;
}

constexpr std::size_t kMinQueriesBeyond = 1000;

bool is_branch(EventKind kind) { return kind == EventKind::Branch || kind == EventKind::Switch; }

}  // namespace

Explorer::Explorer(Runner& runner, const InputModel& model, const SiteTable& sites, std::string root,
                   bool is_ordered)
    : runner_(runner), model_(model), sites_(sites), root_(std::move(root)), solver_(model, terms_) {
  if (!is_ordered) return;
  require_order(model, solver_);
  addresses_.emplace(model, terms_, solver_);
}

bool Exploration::is_certain() const {
  return divergences == 0 && inconsistent_conditions == 0 && undecided == 0 && undecided_preconditions == 0 &&
         changed == 0 && endless == 0 && !precondition_is_lossy &&
         std::ranges::all_of(losses, [](std::uint64_t count) { return count == 0; });
}

TermId Explorer::outcome_condition(std::size_t site, TermId subject, std::uint32_t outcome) {
  const Site& info = sites_.sites[site];
  if (!info.is_switch) return outcome == 1 ? subject : terms_.negation(subject);
  const unsigned width = terms_[subject].width;
  const auto is = [&](std::uint64_t value) {
    return terms_.make(Op::Equal, 1, subject, terms_.constant(value, width));
  };
  if (outcome < info.cases.size()) return is(info.cases[outcome]);
  TermId other = terms_.yes();
  for (const std::uint64_t value : info.cases) other = terms_.conjunction(other, terms_.negation(is(value)));
  return other;
}

std::vector<Step> Explorer::steps_of(std::span<const Event> events, const std::vector<TermId>& terms) {
  std::vector<Step> out;
  for (const Event& event : events) {
    Step step;
    step.kind = event.kind;
    step.outcome = event.outcome;
    step.subject = terms[event.node];
    if (is_branch(event.kind)) step.site = sites_.site_of_number[event.site];
    if (event.kind == EventKind::Switch)
      step.condition = outcome_condition(step.site, step.subject, event.outcome);
    else
      step.condition = event.outcome == 1 ? step.subject : terms_.negation(step.subject);
    if (terms_.value(step.condition) != 1) out.push_back(step);  // else it has no effect
  }
  return out;
}

// The precondition is false on everything that takes the same path through it.
Status Explorer::learn(const Trace& trace, const InputWords& input) {
  const std::vector<TermId> terms = terms_.import(trace.nodes);
  const bool is_exact = trace.valid_losses == 0 && trace.mismatches == 0;
  std::vector<Literal> conditions;
  TermEvaluator truth(terms_, model_, input);
  bool is_true = true;
  for (const Step& step : steps_of(trace.valid_events, terms)) {
    is_true = is_true && truth.value(step.condition) == 1;
    conditions.push_back(solver_.literal(step.condition));
  }
  if (!is_true) ++out_.inconsistent_conditions;
  if (is_exact && is_true) {
    solver_.forbid(std::span<const Literal>(conditions));
  } else if (is_true) {
    // What it does with what it reads is not known. But what it does not read does not matter.
    out_.precondition_is_lossy = true;
    for (std::size_t i = 1; i < trace.nodes.size(); ++i) {
      const Node& node = trace.nodes[i];
      if (node.op != Op::Read) continue;
      const TermId same = terms_.make(Op::Equal, 1, terms[i], terms_.constant(node.value, node.width));
      conditions.push_back(solver_.literal(same));
    }
    const std::vector<Literal> unseen = solver_.unfollowed(input);
    conditions.insert(conditions.end(), unseen.begin(), unseen.end());
    solver_.forbid(std::span<const Literal>(conditions));
  } else {
    out_.precondition_is_lossy = true;
    solver_.forbid(input);
  }
  return Success{};
}

Result<std::optional<ExploredPath>> Explorer::find_input(std::span<const TermId> conditions) {
  std::vector<Literal> literals;
  for (const TermId condition : conditions) literals.push_back(solver_.literal(condition));
  for (;;) {
    Stopwatch watch;
    const auto input = solver_.solve(literals, *budget_);
    out_.solve_ms += watch.milliseconds();
    if (!input) return std::optional<ExploredPath>();
    watch = Stopwatch();
    auto trace = runner_.run(*input, *budget_);
    out_.run_ms += watch.milliseconds();
    if (!trace) return trace.error();
    ++out_.runs;
    budget_->check_now();
    if (!trace->is_valid) {
      ++out_.rejected;
      out_.undecided_preconditions += trace->is_undecided ? 1 : 0;
      if (Status status = learn(*trace, *input); !status) return status.error();
      continue;
    }
    ExploredPath path;
    path.input = *input;
    path.how = trace->how;
    path.steps = steps_of(trace->call_events, terms_.import(trace->nodes));
    note(*trace, path);
    check_truth(path);
    out_.needs_names = addresses_ && std::ranges::any_of(path.steps, [&](const Step& step) {
                         return addresses_->matters(step.condition);
                       });
    return std::optional<ExploredPath>(std::move(path));
  }
}

void Explorer::check_truth(const ExploredPath& path) {
  TermEvaluator truth(terms_, model_, path.input);
  for (const Step& step : path.steps) {
    if (truth.value(step.condition) != 1) ++out_.inconsistent_conditions;
  }
}

// What the run has covered, and what it could not follow.
void Explorer::note(const Trace& trace, ExploredPath& path) {
  for (std::size_t i = 0; i < trace.outcomes.size(); ++i) {
    if (trace.outcomes[i] != 0) path.outcomes.push_back(sites_.outcome_of_number[i]);
  }
  std::ranges::sort(path.outcomes);
  path.outcomes.erase(std::ranges::unique(path.outcomes).begin(), path.outcomes.end());
  bool is_new = false;
  for (std::size_t i = 0; i < trace.functions.size(); ++i) {
    if (trace.functions[i] != 0 && entered_.insert(sites_.function_of_number[i]).second) is_new = true;
  }
  if (is_new) update_branches();
  for (std::size_t i = 0; i < kTrackingLossCount; ++i) out_.losses[i] += trace.losses[i] != 0 ? 1 : 0;
  path.needs_allocation_failure =
      trace.losses[static_cast<std::size_t>(TrackingLoss::AllocationFailure)] != 0;
  out_.overflows += trace.overflows != 0 ? 1 : 0;
  if (trace.valid_losses != 0) out_.precondition_is_lossy = true;
  out_.changed += trace.mismatches != 0 ? 1 : 0;
  out_.endless += guest::reached_limit(trace.how) ? 1 : 0;
  out_.names.insert(trace.names.begin(), trace.names.end());
}

void Explorer::update_branches() {
  out_.functions.clear();
  out_.branches.clear();
  for (const std::size_t function : sites_.reachable(root_, entered_)) {
    if (!is_users_file(sites_.functions[function].file)) continue;
    out_.functions.insert(function);
    for (const std::size_t site : sites_.functions[function].sites) {
      const Site& info = sites_.sites[site];
      for (std::size_t i = 0; i < info.outcomes(); ++i) {
        if (info.counts(i)) out_.branches.push_back(info.first_outcome + i);
      }
    }
  }
  counted_ = {out_.branches.begin(), out_.branches.end()};
}

std::optional<TermId> Explorer::other_object_condition(const Step& step) {
  const Term asked = terms_[step.condition];
  if (step.kind != EventKind::Valid || asked.op != Op::IsCell) return std::nullopt;
  constexpr std::uint64_t kNullPageBytes = 4096;  // addresses below are null's
  const auto& addresses = solver_.values(asked.a);
  const bool any = addresses && std::ranges::any_of(*addresses, [&](std::uint64_t address) {
                     return address >= kNullPageBytes && model_.cell(address, asked.b) == nullptr;
                   });
  if (!any) return std::nullopt;
  const TermId is_null = terms_.make(Op::ULess, 1, asked.a, terms_.constant(kNullPageBytes, 64));
  return terms_.conjunction(terms_.negation(step.condition), terms_.negation(is_null));
}

// Not of one by a constant: what that gives is the compiler's affair.
bool Explorer::is_of_division(const Step& step) const {
  if (step.kind != EventKind::Valid || step.is_exclusion || terms_[step.subject].op != Op::Not) return false;
  const Term& asked = terms_[terms_[step.subject].a];
  return asked.op == Op::And ||
         (asked.op == Op::Equal && (terms_.value(asked.a) == 0 || terms_.value(asked.b) == 0));
}

// From `level` on: before it, the path is that of another, whose turns have been queued already.
void Explorer::add_branchings(std::size_t path, std::size_t level) {
  std::uint64_t prefix = 0;
  std::uint64_t length = 0;
  const std::vector<Step>& steps = paths_[path].steps;
  bool is_too_long = false;
  bool is_late = false;
  std::map<std::size_t, std::uint64_t> rounds;
  std::optional<DivisionPlace> division;
  DivisionPlace place;
  const auto add = [&](std::size_t step, TermId instead, std::optional<std::size_t> target) {
    if (division && ends_.contains(*division) && limits_.criterion == Criterion::Branches) return;
    if (terms_.value(instead) == 0 || !seen_.insert(mixed(prefix, instead)).second) return;
    const bool leads_to_other_object =
        paths_[path].steps[step].kind == EventKind::Pin && solver_.has_few_values(instead);
    const Branching branching{path, step, instead, target, leads_to_other_object, division};
    if (is_too_long) {
      beyond_.push_back(branching);
      return;
    }
    other_object_branchings_ += leads_to_other_object ? 1 : 0;
    divisions_ += division ? 1 : 0;
    (is_late && !late_left_ ? late_ : queue_).emplace(step, branching);
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step step = steps[i];
    is_too_long = limits_.length && length >= *limits_.length;
    if (is_branch(step.kind)) {
      ++length;
      is_late = is_late || (limits_.rounds && ++rounds[step.site] > *limits_.rounds);
      place = {step.site, step.outcome, 0};
    }
    division.reset();
    if (is_of_division(step)) {
      ++std::get<2>(place);
      if (step.outcome == 1) division = place;
    }
    const std::uint64_t with = mixed(prefix, step.condition);
    // The way that is taken is known, too.
    seen_.insert(with);
    // A valid pointer need not become an invalid one: a run with that ended there. A shift that is
    // too wide would not, and one division by zero at each place is a test.
    const bool is_of_shift = terms_[step.subject].op == Op::ULess;
    const bool leads_on = step.kind == EventKind::Valid && step.outcome == 1 && !is_of_shift && !division;
    const bool can_be_turned = !leads_on || limits_.criterion == Criterion::Paths;
    if (const auto instead = i >= level && !can_be_turned ? other_object_condition(step) : std::nullopt)
      add(i, *instead, std::nullopt);
    if (i >= level && can_be_turned) {
      if (is_branch(step.kind)) {
        const Site& site = sites_.sites[step.site];
        for (std::uint32_t other = 0; other < site.outcomes(); ++other) {
          if (other != step.outcome)
            add(i, outcome_condition(step.site, step.subject, other), site.first_outcome + other);
        }
      } else {
        add(i, terms_.negation(step.condition), std::nullopt);
      }
    }
    prefix = with;
  }
}

// What is not this object is another one: a run says which, and not what it is not. That is added to its
// path.
void Explorer::add_exclusions(const Branching& branching, ExploredPath& path) const {
  const std::vector<Step>& parent = paths_[branching.path].steps;
  const auto insert = [&](std::size_t at, const Step& step) {
    if (at <= path.steps.size()) path.steps.insert(path.steps.begin() + static_cast<long>(at), step);
  };
  for (std::size_t i = 0; i < branching.step; ++i) {
    if (parent[i].is_exclusion) insert(i, parent[i]);
  }
  // Nor does one whose address belongs to no variable: it identifies its owner.
  const bool is_pinned =
      branching.step < path.steps.size() && path.steps[branching.step].kind == EventKind::Pin;
  if (parent[branching.step].kind == EventKind::Pin ||
      (parent[branching.step].kind == EventKind::Valid && is_pinned))
    insert(branching.step, Step{EventKind::Valid, branching.instead, 0, 1, branching.instead, true});
}

bool Explorer::takes(const ExploredPath& path, std::span<const TermId> conditions) const {
  if (path.steps.size() < conditions.size()) return false;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    if (path.steps[i].condition != conditions[i]) return false;
  }
  return true;
}

bool Explorer::is_done() const {
  if (limits_.tests && out_.tests.size() >= *limits_.tests) return true;
  if (limits_.criterion == Criterion::Paths || other_object_branchings_ > 0 || divisions_ > 0) return false;
  return covers_all_but({});
}

bool Explorer::covers_all_but(const std::set<std::size_t>& others) const {
  return std::ranges::all_of(
      out_.branches, [&](std::size_t each) { return out_.covered.contains(each) || others.contains(each); });
}

void Explorer::keep_if_useful(const ExploredPath& path) {
  bool is_useful = limits_.criterion == Criterion::Paths || out_.tests.empty();
  for (const std::size_t outcome : path.outcomes) {
    if (!out_.covered.insert(outcome).second) continue;
    queries_without_coverage_ = 0;
    is_useful = is_useful || counted_.contains(outcome);
  }
  const bool is_bad = !guest::has_returned(path.how);
  if (is_useful || is_bad) out_.tests.push_back(path);
}

// Loops that end soon after have few turns left. Those that do not have one more for each round.
void Explorer::resume_late_branchings() {
  late_left_ = std::max(*limits_.rounds, out_.runs + out_.unsatisfiable);
  queue_ = std::move(late_);
}

bool Explorer::may_query() {
  if (queue_.empty() && !late_.empty() && !late_left_) resume_late_branchings();
  if (queue_.empty()) return false;
  if (late_left_ && (*late_left_)-- == 0) {
    const Branching& left = queue_.begin()->second;
    std::map<std::size_t, std::uint64_t> rounds;
    for (std::size_t i = 0; i <= left.step && !out_.loop; ++i) {
      const Step& step = paths_[left.path].steps[i];
      if (is_branch(step.kind) && ++rounds[step.site] > *limits_.rounds) out_.loop = step.site;
    }
    return false;
  }
  if (!limits_.max_queries || queries_without_coverage_ < *limits_.max_queries) {
    ++queries_without_coverage_;
    return true;
  }
  out_.queries_without_coverage = queries_without_coverage_;
  return false;
}

// Shortest first; of those, if only branches matter, one that leads to something new before all others.
std::optional<Explorer::Branching> Explorer::next() {
  if (!may_query()) return std::nullopt;
  auto chosen = queue_.begin();
  if (limits_.criterion == Criterion::Branches) {
    auto to_other_object = queue_.end();
    auto new_one = queue_.end();
    for (auto each = queue_.begin(); each != queue_.end() && new_one == queue_.end(); ++each) {
      const auto& target = each->second.target;
      if (target && counted_.contains(*target) && !out_.covered.contains(*target)) new_one = each;
      if (each->second.leads_to_other_object && to_other_object == queue_.end()) to_other_object = each;
    }
    if (to_other_object != queue_.end()) chosen = to_other_object;
    if (new_one != queue_.end()) chosen = new_one;
  }
  const Branching out = chosen->second;
  other_object_branchings_ -= out.leads_to_other_object ? 1 : 0;
  divisions_ -= out.division ? 1 : 0;
  queue_.erase(chosen);
  return out;
}

// Later tests may cover what earlier ones do.
void Explorer::drop_redundant_tests() {
  if (limits_.criterion == Criterion::Paths) return;
  std::map<std::size_t, std::size_t> count;
  for (const ExploredPath& test : out_.tests) {
    for (const std::size_t outcome : test.outcomes) {
      if (counted_.contains(outcome)) ++count[outcome];
    }
  }
  std::vector<ExploredPath> kept;
  for (ExploredPath& test : out_.tests) {
    const bool is_bad = !guest::has_returned(test.how);
    const bool is_needed = is_bad || std::ranges::any_of(test.outcomes, [&](std::size_t outcome) {
                             return counted_.contains(outcome) && count[outcome] == 1;
                           });
    if (is_needed) {
      kept.push_back(std::move(test));
      continue;
    }
    for (const std::size_t outcome : test.outcomes) {
      if (counted_.contains(outcome)) --count[outcome];
    }
  }
  if (kept.empty() && !out_.tests.empty()) kept.push_back(std::move(out_.tests.front()));
  out_.tests = std::move(kept);
}

void Explorer::take(ExploredPath path, std::size_t level) {
  ++out_.paths;
  if (is_beyond_)
    out_.longer.insert(path.outcomes.begin(), path.outcomes.end());
  else
    keep_if_useful(path);
  paths_.push_back(std::move(path));
  add_branchings(paths_.size() - 1, level);
}

std::vector<TermId> Explorer::conditions_of(const Branching& branching) const {
  std::vector<TermId> out;
  for (std::size_t i = 0; i < branching.step; ++i) out.push_back(paths_[branching.path].steps[i].condition);
  out.push_back(branching.instead);
  return out;
}

void Explorer::note_divergence(const Branching& branching, const ExploredPath& path,
                               std::span<const TermId> conditions) {
  if (++out_.divergences > 1) return;
  std::size_t at = 0;
  while (at < path.steps.size() && path.steps[at].condition == conditions[at]) ++at;
  Step asked = paths_[branching.path].steps[at];
  asked.condition = conditions[at];
  out_.first_divergence = Divergence{asked, path.input};
}

Status Explorer::follow(const Branching& branching) {
  if (branching.division && ends_.contains(*branching.division) && limits_.criterion == Criterion::Branches)
    return Success{};
  const std::vector<TermId> conditions = conditions_of(branching);
  auto found = find_input(conditions);
  if (!found) return found.error();
  if (!*found) {
    ++out_.unsatisfiable;
    return Success{};
  }
  add_exclusions(branching, **found);
  const bool diverges = !takes(**found, conditions);
  if (diverges) note_divergence(branching, **found, conditions);
  if (branching.division && !diverges && !guest::has_returned((*found)->how) &&
      !guest::reached_limit((*found)->how))
    ends_.insert(*branching.division);
  take(**std::move(found), diverges ? 0 : branching.step + 1);
  return Success{};
}

// What is not covered may be beyond --max-depth, or infeasible. Longer paths give no tests; but if there are not
// many of them, all are known soon, and what none of them covers is infeasible.
Status Explorer::explore_beyond() {
  is_beyond_ = true;
  const std::size_t most = std::max<std::size_t>(kMinQueriesBeyond, 4 * (out_.runs + out_.unsatisfiable));
  while (limits_.explores_beyond && explored_beyond_ < beyond_.size() && explored_beyond_ < most &&
         !covers_all_but(out_.longer)) {
    const Branching branching = beyond_[explored_beyond_++];
    if (Status status = follow(branching); !status) return status;
  }
  for (auto each = out_.longer.begin(); each != out_.longer.end();)
    each = out_.covered.contains(*each) ? out_.longer.erase(each) : std::next(each);
  return Success{};
}

Result<Exploration> Explorer::run(const ExploreLimits& limits, const Limits& time,
                                  const std::function<void(const Exploration&)>& progress) {
  limits_ = limits;
  budget_.emplace(time);
  update_branches();
  try {
    auto first = find_input({});
    if (!first) return first.error();
    bool is_over = !*first;
    if (!is_over) take(**std::move(first), 0);
    // Not before: the first input is the simplest as long as the solver has seen no others.
    const Stopwatch watch;
    if (!is_over && !is_done()) solver_.rule_out_values(*budget_);
    out_.solve_ms += watch.milliseconds();
    if (limits_.conflicts) solver_.limit_conflicts(*limits_.conflicts);
    while (!is_over && !out_.needs_names && !is_done()) {
      const auto branching = next();
      is_over = !branching;
      try {
        if (Status status = branching ? follow(*branching) : explore_beyond(); !status) return status.error();
      } catch (const SolverLimitReached&) {
        ++out_.undecided;
        is_over = false;
      }
      if (is_over) out_.is_exhausted = queue_.empty() && explored_beyond_ == beyond_.size();
      if (progress) progress(out_);
    }
  } catch (const LimitReached& reached) {
    out_.stop = reached.reason;
  }
  out_.cut = beyond_.size() - explored_beyond_;
  drop_redundant_tests();
  return std::move(out_);
}

}  // namespace fretsaw::path
