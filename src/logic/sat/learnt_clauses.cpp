// SPDX-License-Identifier: MIT
// Forgetting, so that there are never many more than the limit. Half of them go: first those
// that took part in conflicts least recently (activity, as in MiniSat). Clauses that connect only two
// decision levels ("glue" of at most 2; Audemard and Simon, Predicting learnt clauses quality, IJCAI 2009)
// are spared while they are few enough to leave room for others. Reasons on the trail have to stay; when most
// clauses are, the next round waits until there are enough new ones to be worth it.
#include "logic/sat/learnt_clauses.hpp"

#include <algorithm>

namespace fretsaw::sat {

namespace {

constexpr std::uint32_t kIrredundantGlue = 0;  // the glue of clauses that were not learnt at all

}  // namespace

LearntClauses::LearntClauses(ClauseArena& arena, Trail& trail, Propagator& propagator, const Limits& limits)
    : arena_(arena), trail_(trail), propagator_(propagator), limits_(limits) {
  limits_.limit = std::max(limits_.limit, 1U);
  reduce_at_ = limits_.limit;
}

ClauseRef LearntClauses::add(std::span<const Literal> literals, std::uint32_t glue) {
  const ClauseRef clause = arena_.add_learnt(literals, glue);
  arena_.set_activity(clause, increment_);
  propagator_.attach(clause);
  peak_ = std::max(peak_, ++count_);
  return clause;
}

ClauseRef LearntClauses::add_irredundant(std::span<const Literal> literals) {
  const ClauseRef clause = arena_.add_learnt(literals, kIrredundantGlue);
  arena_.set_activity(clause, 0);
  propagator_.attach(clause);
  ++irredundant_;
  return clause;
}

void LearntClauses::bump(std::span<const ClauseRef> clauses) {
  constexpr float kDecay = 0.999F;
  constexpr float kMaxActivity = 1e20F;
  bool rescale = false;
  for (const ClauseRef clause : clauses) {
    const float activity = arena_.activity(clause) + increment_;
    arena_.set_activity(clause, activity);
    rescale = rescale || activity > kMaxActivity;
  }
  increment_ /= kDecay;
  if (!rescale) return;
  for (ClauseRef clause = arena_.first_learnt(); clause != arena_.end(); clause = arena_.after(clause)) {
    arena_.set_activity(clause, arena_.activity(clause) / kMaxActivity);
  }
  increment_ /= kMaxActivity;
}

void LearntClauses::reduce() {
  const std::vector<ClauseRef> kept = clauses_to_keep();
  propagator_.detach_learnt();
  auto next_kept = kept.begin();
  const auto keep = [&](ClauseRef clause) {
    const bool found = next_kept != kept.end() && *next_kept == clause;
    if (found) ++next_kept;
    return found;
  };
  const auto moved = [&](ClauseRef from, ClauseRef to) {
    for (const Literal literal : arena_[to].first(2)) {
      if (trail_.is_true(literal) && trail_.reason(literal.variable()) == from) {
        trail_.set_reason(literal.variable(), to);
      }
    }
    propagator_.attach(to);
  };
  arena_.retain_learnt(keep, moved);
  const std::uint64_t left = kept.size() - irredundant_;
  deleted_ += count_ - left;
  count_ = left;
  ++reductions_;
  limits_.limit = std::max(limits_.limit, std::min(limits_.limit + limits_.growth, limits_.ceiling));
  reduce_at_ = std::max<std::uint64_t>(limits_.limit, left + limits_.limit / 2 + 1);
}

// In ascending order.
std::vector<ClauseRef> LearntClauses::clauses_to_keep() const {
  constexpr std::uint32_t kTier1Glue = 2;
  std::vector<ClauseRef> kept;
  std::vector<ClauseRef> candidates;
  for (ClauseRef clause = arena_.first_learnt(); clause != arena_.end(); clause = arena_.after(clause)) {
    (arena_.glue(clause) == kIrredundantGlue || is_reason(clause) ? kept : candidates).push_back(clause);
  }
  const auto spared =
      std::ranges::partition(candidates, [&](ClauseRef c) { return arena_.glue(c) <= kTier1Glue; });
  const auto spared_count = static_cast<std::size_t>(spared.begin() - candidates.begin());
  const std::size_t room = candidates.size() / 2;
  const std::size_t untouched = spared_count <= room / 2 ? spared_count : 0;
  std::sort(candidates.begin() + static_cast<std::ptrdiff_t>(untouched), candidates.end(),
            [&](ClauseRef a, ClauseRef b) {
              return arena_.activity(a) != arena_.activity(b) ? arena_.activity(a) > arena_.activity(b)
                                                              : a > b;
            });
  kept.insert(kept.end(), candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(room));
  std::ranges::sort(kept);
  return kept;
}

// A reason implies one of the two literals that it watches.
bool LearntClauses::is_reason(ClauseRef clause) const {
  return std::ranges::any_of(arena_[clause].first(2), [&](Literal literal) {
    return trail_.is_true(literal) && trail_.reason(literal.variable()) == clause;
  });
}

}  // namespace fretsaw::sat
