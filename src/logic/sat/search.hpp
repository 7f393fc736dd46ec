// SPDX-License-Identifier: MIT
// The enumerating search itself, behind Enumerator. What it does and why that is right: search.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logic/cnf/cnf.hpp"
#include "logic/sat/analyzer.hpp"
#include "logic/sat/clause_arena.hpp"
#include "logic/sat/decider.hpp"
#include "logic/sat/enumerator.hpp"
#include "logic/sat/learnt_clauses.hpp"
#include "logic/sat/propagator.hpp"
#include "logic/sat/restarts.hpp"
#include "logic/sat/trail.hpp"

namespace fretsaw {

class Enumerator::Search {
 public:
  Search(const Cnf& cnf, const EnumeratorOptions& options, Budget& budget);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  bool next(Budget& budget);
  bool value(int variable) const { return trail_.is_true(sat::from_dimacs(variable)); }
  void pack_values(int variables, std::span<std::uint64_t> words) const;
  const EnumeratorStatistics& statistics();

  std::optional<std::vector<int>> position();
  double progress_fraction() const;
  int divider();
  void close(std::size_t decisions);

 private:
  using Level = sat::Level;

  void add_original(std::span<const int> clause);
  void add_unit(sat::Literal literal);
  void begin_at(const EnumeratorOptions& options);

  bool finish();
  bool learn_from(sat::ClauseRef conflict);
  sat::ClauseRef apply_filter();
  sat::ClauseRef add_rejection(std::span<const int> clause);
  void install_learnt_clause();
  bool enter_next_branch(Level finished);
  Level last_primary_level() const;
  void backtrack(Level level);
  void restart();

  sat::ClauseArena arena_;
  sat::Trail trail_;
  sat::Propagator propagator_;
  sat::LearntClauses learnt_;
  sat::Analyzer analyzer_;
  sat::Decider decider_;
  sat::Restarts restarts_;
  EnumeratorStatistics statistics_;

  SolutionFilter* filter_;
  SolutionFilter::Value value_;
  std::size_t filtered_ = 0;  // places at which what is on the trail now has been found all right

  Level barrier_ = 0;         // the highest flipped level, or 0: the search may not jump below it
  bool at_solution_ = false;  // the trail holds a solution that the caller has
  bool done_ = false;
};

}  // namespace fretsaw
