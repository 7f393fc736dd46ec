// SPDX-License-Identifier: MIT
//
// IC3 (Bradley), also known as PDR. A lemma is a cube of states that cannot be reached within a number of
// steps; frame i is the set of states outside the lemmas of level i and above, and contains all states that
// are reachable in i steps. A state in the last frame that is bad, or that leads to a bad one, is an
// obligation: either it has a predecessor in the frame before, which is the next obligation, or the core of
// the failed query is a lemma with few literals. If all lemmas of a level hold one level above as well, the
// frame is closed under steps, and no bad state is reachable.
//
// Steps are a relation, not a function, so obligations are widened (literals dropped) with the negation of
// `step`: literals that are not needed to make the pair of the state and its one successor a step.
#include "logic/sat/reach.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <queue>
#include <stdexcept>
#include <unordered_map>

#include "logic/sat/solver.hpp"

namespace fretsaw {

namespace {

using Cube = std::vector<int>;  // literals over variables now, sorted

class Ic3 {
 public:
  Ic3(const StepSystem& system, std::uint64_t max_queries, Budget& budget)
      : system_(system), left_(max_queries), budget_(budget) {
    for (const auto& [now, next] : system.state) next_.emplace(now, next);
    refill();
    widening_ = make_cadical_solver();
    add(*widening_, system.clauses, budget);
    widening_->add(std::vector{-system.step});
    frames_.resize(2);
    use_frame(0);
    use_frame(1);
  }

  Reach run() {
    try {
      return search();
    } catch (const QueryLimitReached&) {
      return Reach::Unknown;
    }
  }

 private:
  struct QueryLimitReached {};

  Reach search() {
    if (ask({system_.start, system_.bad}) == Answer::Sat) return Reach::Sometime;
    for (;;) {
      while (const auto bad = bad_state()) {
        if (!block(*bad)) return Reach::Sometime;
      }
      frames_.emplace_back();
      use_frame(frames_.size() - 1);
      if (const auto closed = propagate()) {
        check_closed(*closed);
        return Reach::Never;
      }
    }
  }

  struct Obligation {
    std::size_t level;
    std::uint64_t number;  // the latest first
    Cube cube;
  };
  struct Later {
    bool operator()(const Obligation& a, const Obligation& b) const {
      return a.level != b.level ? a.level > b.level : a.number < b.number;
    }
  };

  std::size_t last() const { return frames_.size() - 1; }

  int next(int literal) const {
    const int variable = next_.at(std::abs(literal));
    return literal > 0 ? variable : -variable;
  }

  // Clauses for one question each pile up: now and then the solver begins anew.
  void refill() {
    solver_ = make_cadical_solver();
    add(*solver_, system_.clauses, budget_);
    solver_->add(std::vector{system_.step});
    queries_left_ = 0;
    in_frame_.clear();
    for (std::size_t level = 0; level < frames_.size(); ++level) {
      use_frame(level);
      for (const Cube& lemma : frames_[level]) exclude(lemma, level);
    }
  }

  void use_frame(std::size_t level) {
    while (in_frame_.size() <= level) in_frame_.push_back(solver_->new_variable());
  }

  void exclude(const Cube& lemma, std::size_t level) {
    std::vector<int> clause{-in_frame_[level]};
    for (const int literal : lemma) clause.push_back(-literal);
    solver_->add(clause);
  }

  // The state now is in the frame.
  std::vector<int> within(std::size_t level) const {
    if (level == 0) return {system_.start};
    return {in_frame_.begin() + static_cast<std::ptrdiff_t>(level), in_frame_.end()};
  }

  Answer ask(const std::vector<int>& assumptions) {
    if (left_-- == 0) throw QueryLimitReached{};
    return solver_->solve(assumptions, budget_);
  }

  std::optional<Cube> bad_state() {
    std::vector<int> assumptions = within(last());
    assumptions.push_back(system_.bad);
    if (ask(assumptions) == Answer::Unsat) return std::nullopt;
    return widened({system_.bad});
  }

  // Of the solver's solution, the state now without what does not matter: from each of the states that are
  // left, except for the literals to keep, there is a step to the same state.
  Cube widened(const Cube& keep) {
    std::vector<int> assumptions, state;
    for (const auto& [now, after] : system_.state) {
      state.push_back(solver_->value(now) ? now : -now);
      if (after != now) assumptions.push_back(solver_->value(after) ? after : -after);
    }
    assumptions.insert(assumptions.end(), state.begin(), state.end());
    if (widening_->solve(assumptions, budget_) != Answer::Unsat)
      throw std::logic_error("a step of IC3 is none");
    std::erase_if(state, [&](int literal) {
      return !widening_->failed(literal) && std::ranges::find(keep, literal) == keep.end();
    });
    std::ranges::sort(state);
    return state;
  }

  bool begins(const Cube& cube) const { return std::ranges::find(cube, -system_.start) == cube.end(); }

  // False: the cube is reached.
  bool block(const Cube& bad) {
    std::priority_queue<Obligation, std::vector<Obligation>, Later> open;
    open.push({last(), count_++, bad});
    while (!open.empty()) {
      const Obligation obligation = open.top();
      if (begins(obligation.cube)) return false;
      if (is_excluded(obligation.cube, obligation.level)) {
        open.pop();
        continue;
      }
      if (auto predecessor = predecessor_of(obligation.cube, obligation.level)) {
        if (obligation.level == 1) return false;
        open.push({obligation.level - 1, count_++, std::move(*predecessor)});
        continue;
      }
      open.pop();
      Cube lemma = reduced(core_, obligation.level);
      std::size_t level = obligation.level;
      while (level < last() && !has_predecessor(lemma, level + 1)) ++level;
      add_lemma(lemma, level);
      if (level < last()) open.push({level + 1, obligation.number, obligation.cube});
    }
    return true;
  }

  bool is_excluded(const Cube& cube, std::size_t level) const {
    for (std::size_t i = level; i < frames_.size(); ++i) {
      for (const Cube& lemma : frames_[i]) {
        if (std::ranges::includes(cube, lemma)) return true;
      }
    }
    return false;
  }

  // Is there a step into the cube from a state of the frame below that is not in the cube? If not, core_ is a
  // part of the cube for which that is so as well.
  bool has_predecessor(const Cube& cube, std::size_t level) {
    if (++queries_left_ > 2000) refill();
    const int outside = solver_->new_variable();
    std::vector<int> clause{-outside};
    for (const int literal : cube) clause.push_back(-literal);
    solver_->add(clause);
    std::vector<int> assumptions = within(level - 1);
    assumptions.push_back(outside);
    for (const int literal : cube) assumptions.push_back(next(literal));
    const bool found = ask(assumptions) == Answer::Sat;
    if (!found) {
      core_.clear();
      for (const int literal : cube) {
        if (literal == -system_.start || solver_->failed(next(literal))) core_.push_back(literal);
      }
    }
    return found;
  }

  std::optional<Cube> predecessor_of(const Cube& cube, std::size_t level) {
    if (!has_predecessor(cube, level)) return std::nullopt;
    return widened({});
  }

  // A part of the cube, as small as dropping literals one by one makes it, that has no predecessors either.
  Cube reduced(Cube cube, std::size_t level) {
    for (std::size_t i = 0; i < cube.size();) {
      Cube shorter = cube;
      shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
      if (cube[i] == -system_.start || has_predecessor(shorter, level)) {
        ++i;
      } else {
        // What stands before i cannot be dropped, or the core has dropped it too.
        const int at = cube[i];
        cube = core_;
        i = static_cast<std::size_t>(std::ranges::lower_bound(cube, at) - cube.begin());
      }
    }
    return cube;
  }

  void add_lemma(const Cube& lemma, std::size_t level) {
    for (std::size_t i = 1; i <= level; ++i)
      std::erase_if(frames_[i], [&](const Cube& other) { return std::ranges::includes(other, lemma); });
    frames_[level].push_back(lemma);
    exclude(lemma, level);
  }

  // Moves lemmas up as far as they hold. The level of a frame that is closed under steps, if there is one
  // now.
  std::optional<std::size_t> propagate() {
    for (std::size_t level = 1; level < last(); ++level) {
      const std::vector<Cube> lemmas = frames_[level];
      for (const Cube& lemma : lemmas) {
        std::vector<int> assumptions = within(level);
        for (const int literal : lemma) assumptions.push_back(next(literal));
        if (ask(assumptions) == Answer::Unsat) add_lemma(lemma, level + 1);
      }
      if (frames_[level].empty()) return level + 1;
    }
    return std::nullopt;
  }

  // The safety net: nothing of the above is relied upon.
  void check_closed(std::size_t level) {
    const auto solver = make_cadical_solver();
    add(*solver, system_.clauses, budget_);
    solver->add(std::vector{system_.step});
    std::vector<const Cube*> lemmas;
    for (std::size_t i = level; i < frames_.size(); ++i) {
      for (const Cube& lemma : frames_[i]) lemmas.push_back(&lemma);
    }
    for (const Cube* lemma : lemmas) {
      std::vector<int> clause;
      for (const int literal : *lemma) clause.push_back(-literal);
      solver->add(clause);
    }
    bool sound = solver->solve(std::vector{system_.bad}, budget_) == Answer::Unsat;
    for (const Cube* lemma : lemmas) {
      std::vector<int> assumptions;
      for (const int literal : *lemma) assumptions.push_back(next(literal));
      sound = sound && !begins(*lemma) && solver->solve(assumptions, budget_) == Answer::Unsat;
    }
    if (!sound) throw std::logic_error("IC3's proof does not hold");
  }

  const StepSystem& system_;
  std::unordered_map<int, int> next_;
  std::unique_ptr<Solver> solver_;    // steps, and the lemmas
  std::unique_ptr<Solver> widening_;  // pairs of states that are not steps
  std::vector<std::vector<Cube>> frames_;
  std::vector<int> in_frame_;  // by level: if this variable is true, the lemmas of the level hold now
  Cube core_;
  int queries_left_ = 0;  // since the solver is there
  std::uint64_t left_;    // questions that may be asked yet
  std::uint64_t count_ = 0;
  Budget& budget_;
};

}  // namespace

Reach reach(const StepSystem& system, std::uint64_t max_queries, Budget& budget) {
  return Ic3(system, max_queries, budget).run();
}

}  // namespace fretsaw
