// SPDX-License-Identifier: MIT
// The solutions of a formula, one after the other, projected to its primary variables: each valuation of them
// that can be extended to all variables comes exactly once. The caller pulls, and may stop at any time.
//
//     while (stream.next(budget)) use(stream.value(1));
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.hpp"
#include "logic/cnf/cnf.hpp"
#include "logic/sat/solver.hpp"

namespace fretsaw {

class SolutionStream {
 public:
  virtual ~SolutionStream() = default;

  // Moves on to the next solution. False: there are no more, and it will say so again. When the budget throws
  // LimitReached, a next() with a fresh one continues from there, without loss or repetition.
  virtual bool next(Budget& budget) = 0;

  // The variable's value in the current solution. Requires that the last next() was true, and a primary or a
  // secondary variable (the values of the latter are one of possibly many completions).
  virtual bool value(int variable) const = 0;
};

// Enumerates solutions without blocking clauses: memory does not grow with the number of solutions. See
// search.cpp for how.

// In which order primary variables are decided. Secondary variables follow after them, always by activity.
enum class DecisionOrder {
  Activity,  // those in recent conflicts first (VSIDS)
  Static,    // as EnumeratorOptions::static_order says; solutions then come in lexicographic order of it
};

// What is known of the variables that are neither primary nor secondary.
enum class Gates {
  // Nothing: a variable that propagation has left open is decided. Right for every formula.
  Search,
  // Once the primary and secondary variables have values and propagation finds no conflict, there is a
  // solution:
  // true of
  // translations of acyclic circuits (Tseitin, Plaisted-Greenbaum), and spares deciding gates of the latter.
  Follow,
};

// Refuses solutions before they are complete, by clauses that the formula need not contain from the start.
class SolutionFilter {
 public:
  using Value = std::function<bool(int variable)>;

  virtual ~SolutionFilter() = default;

  // After how many variables of the static order there is something to judge: ascending, the last at most the number of
  // primary variables.
  virtual const std::vector<std::uint32_t>& places() const = 0;

  // The first places()[place] variables of the order have values. Nothing if they are all right; else a clause that is
  // false of them. Whether a solution is wanted must not depend on when this is asked: each clause holds in all solutions
  // wanted, and whatever was all right at the last place is wanted.
  virtual std::optional<std::vector<int>> rejection_clause(std::size_t place, const Value& value) = 0;
};

struct EnumeratorOptions {
  DecisionOrder order = DecisionOrder::Activity;
  // For DecisionOrder::Static: primary variables, first to last. Those not named follow in ascending order,
  // so that an empty vector means 1, 2, 3...
  std::vector<int> static_order;
  bool preferred_phase = false;  // the value a primary variable is first given
  Gates gates = Gates::Search;
  // Literals that hold in every solution wanted. Cubes that exclude each other split an enumeration into
  // parts that can run in parallel. Any variable may occur.
  std::vector<int> cube;
  // For DecisionOrder::Static: what comes before these decisions, within the cube, has been given out
  // already. They are such as position() gives; or the primary variables of a solution in their order, which
  // is then given out, too.
  std::vector<int> begin;
  bool begins_after_solution = false;

  SolutionFilter* filter = nullptr;  // for DecisionOrder::Static; outlives the enumerator

  std::uint32_t restart_interval = 100;  // conflicts, the unit of the Luby sequence; 0: never restart
  std::uint32_t learnt_limit = 4000;  // learnt clauses at which half of them are deleted for the first time
  std::uint32_t learnt_growth = 200;  // by which each deletion raises the limit...
  std::uint32_t learnt_ceiling = 100'000;  // ...up to this
};

struct EnumeratorStatistics {
  std::uint64_t solutions = 0;
  std::uint64_t decisions = 0;     // flips not counted
  std::uint64_t flips = 0;         // decisions turned over after their solutions had been given out
  std::uint64_t propagations = 0;  // literals whose consequences were examined
  std::uint64_t conflicts = 0;
  std::uint64_t late_conflicts = 0;  // of these, without anything to learn (see search.cpp)
  std::uint64_t rejections = 0;      // of these, by the judge
  std::uint64_t late_literals = 0;   // learnt to hold already below the level where the search continues
  std::uint64_t restarts = 0;
  std::uint64_t reductions = 0;          // rounds of deleting learnt clauses
  std::uint64_t deleted_clauses = 0;     // by all of these
  std::uint64_t learnt_literals = 0;     // in learnt clauses when they were learnt
  std::uint64_t minimized_literals = 0;  // left out of them by minimization
  std::uint64_t learnt_clauses = 0;      // alive now
  std::uint64_t peak_learnt_clauses = 0;
  std::uint64_t storage_words = 0;  // 32-bit words that clauses take now, original and learnt
  std::uint64_t peak_storage_words = 0;
};

class Enumerator final : public SolutionStream {
 public:
  // Requires of the formula: literals within its variables, primary + secondary <= variables. The same of the
  // cube; of static_order, distinct primary variables. The formula is copied, which the budget may end.
  explicit Enumerator(const Cnf& cnf, const EnumeratorOptions& options = {}, Budget& budget = no_limits());
  ~Enumerator() override;
  Enumerator(Enumerator&&) noexcept;
  Enumerator& operator=(Enumerator&&) noexcept;

  bool next(Budget& budget) override;
  bool value(int variable) const override;
  // The values of the variables 1..variables, as bits, the first lowest: for keeping many solutions.
  std::vector<std::uint64_t> packed_values(int variables) const;
  void pack_values(int variables,
                   std::span<std::uint64_t> words) const;  // requires as many words as it takes
  const EnumeratorStatistics& statistics() const;

  // For DecisionOrder::Static, between two calls of next(), also after LimitReached. The decisions from which
  // on all is left, in order; nothing if no more is. One that has the preferred value has its other side
  // left. After this there is no current solution.
  std::optional<std::vector<int>> position();
  // How much of the search is behind it, from 0 to 1: as if both sides of each decision were as much.
  double progress_fraction() const;
  // If position() has no decision with a side left: a primary literal that divides what there is, its own
  // side first; 0 if there is none, or none yet.
  int divider();
  // The other sides of the first so many decisions of position() are left out from now on.
  void close(std::size_t decisions);

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

// Enumerates solutions the plain way: solve, forbid the solution by a clause over the primary variables,
// solve again. Memory grows with the number of solutions. Fit for formulas with few solutions and many
// conflicts; the yardstick for Enumerator, and, sharing no code with it, its oracle in tests.
class BlockingEnumerator final : public SolutionStream {
 public:
  // Only solutions in which all literals of the cube hold are given. Requires what Enumerator does.
  explicit BlockingEnumerator(const Cnf& cnf, const std::vector<int>& cube = {});

  bool next(Budget& budget) override;
  bool value(int variable) const override;
  std::uint64_t solutions() const { return solutions_; }

 private:
  void forbid_solution();

  std::unique_ptr<Solver> solver_;
  int primary_;
  std::uint64_t solutions_ = 0;
  bool at_solution_ = false;
  bool done_ = false;
};

}  // namespace fretsaw
