// SPDX-License-Identifier: MIT
//
// Solvers try `true` first and stop at the first model, which is dense and hard to read. So the model is
// reduced afterwards, in three ways, each a query to the solver that has the clauses already, with a limit of
// few conflicts.
//
// First, atoms: a counter over the tuples of unary relations is added, which must decrease. This finds a loop
// of one node instead of one of three, which dropping tuples would not.
//
// Then, tuples are dropped: absent tuples stay absent, and one of the present ones must go. The result is
// another model, from which the next query starts, until there is none: then no proper subset of the tuples
// is a model.
//
// Last, integers move towards zero: a tuple that ends with an integer is replaced by the same tuple with 0,
// or else 1, -1 and so on, without other changes.
//
// The solver tries `false` first only in this phase: from the beginning, that would change the time to find a
// model. Symmetries need not be broken any more.
#include "logic/finder/smaller.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

namespace fretsaw {

namespace {

constexpr int kMaxPrimaryVariables = 20'000;
constexpr std::uint64_t kMaxClauses = 2'000'000;
constexpr std::size_t kMaxCountedTuples = 200;  // tuples of unary relations
constexpr int kMaxDroppingRounds = 60;
constexpr int kMaxMoves = 400;
constexpr int kConflictsPerQuery = 100;  // a question

class SolutionReducer {
 public:
  SolutionReducer(const Problem& problem, const Clauses& clauses, std::vector<bool> solution, Solver& solver,
                  Budget& budget)
      : problem_(problem),
        clauses_(clauses),
        solver_(solver),
        budget_(budget),
        primary_(clauses.encoding.cnf.primary),
        values_(std::move(solution)) {}

  std::vector<bool> run() {
    if (primary_ > kMaxPrimaryVariables || clauses_.encoding.cnf.clauses > kMaxClauses)
      return std::move(values_);
    const int choices = primary_ + clauses_.encoding.cnf.secondary;
    for (int v = 1; v <= choices; ++v) solver_.prefer(-v);
    have_fewer_atoms();
    drop_all();
    move_integers();
    drop_all();
    return std::move(values_);
  }

 private:
  bool value(int variable) const { return values_[static_cast<std::size_t>(variable) - 1]; }

  void read_solution() {
    const int variables = clauses_.encoding.cnf.variables;
    for (int v = 1; v <= variables; ++v) values_[static_cast<std::size_t>(v) - 1] = solver_.value(v);
  }

  bool ask(std::vector<int> assumptions) {
    if (clauses_.symmetry_selector != 0) assumptions.push_back(-clauses_.symmetry_selector);
    if (clauses_.encoding.goal_selector != 0) assumptions.push_back(clauses_.encoding.goal_selector);
    solver_.limit_conflicts(kConflictsPerQuery);
    const Answer answer = within_limits([&] { return solver_.solve(assumptions, budget_); },
                                        [](StopReason) { return Answer::Unknown; });
    if (answer != Answer::Sat) return false;
    read_solution();
    return true;
  }

  std::vector<int> tuples_of_unary_relations() const {
    std::vector<int> variables;
    for (std::size_t i = 0; i < clauses_.inputs.size(); ++i) {
      const int variable = clauses_.encoding.variable_of_input[i];
      if (variable <= primary_ && problem_.bounds[clauses_.inputs[i].owner].relation.arity() == 1)
        variables.push_back(variable);
    }
    return variables;
  }

  void have_fewer_atoms() {
    const std::vector<int> atoms = tuples_of_unary_relations();
    if (atoms.size() > kMaxCountedTuples) return;
    const auto present = [&] { return std::ranges::count_if(atoms, [&](int v) { return value(v); }); };
    auto count = static_cast<std::size_t>(present());
    const std::vector<int> at_least = counter(atoms, count);
    while (count > 0 && ask({-at_least[count - 1]})) count = static_cast<std::size_t>(present());
  }

  // Variables, of which the i-th is true if more than i of these are; for i < most.
  std::vector<int> counter(const std::vector<int>& counted, std::size_t most) {
    std::vector<int> at_least;  // of those so far
    for (const int v : counted) {
      std::vector<int> next(std::min(at_least.size() + 1, most));
      for (std::size_t i = 0; i < next.size(); ++i) {
        next[i] = solver_.new_variable();
        if (i < at_least.size()) solver_.add(std::vector{-at_least[i], next[i]});
        i == 0 ? solver_.add(std::vector{-v, next[i]})
               : solver_.add(std::vector{-v, -at_least[i - 1], next[i]});
      }
      at_least = std::move(next);
    }
    return at_least;
  }

  void drop_all() {
    for (int round = 0; round < kMaxDroppingRounds && drop(); ++round) {
    }
  }

  bool drop() {
    std::vector<int> assumptions, fewer;
    const int selector = solver_.new_variable();
    for (int v = 1; v <= primary_; ++v) {
      if (value(v)) {
        fewer.push_back(-v);
      } else {
        assumptions.push_back(-v);
      }
    }
    if (fewer.empty()) return false;
    fewer.push_back(-selector);
    solver_.add(fewer);
    assumptions.push_back(selector);
    const bool found = ask(std::move(assumptions));
    solver_.add(std::vector{-selector});
    return found;
  }

  struct Place {
    std::uint32_t owner;
    std::uint64_t prefix;
    friend auto operator<=>(const Place&, const Place&) = default;
  };

  // 0, 1, -1, 2, -2, …
  static bool nearer(std::int64_t a, std::int64_t b) {
    return std::abs(a) != std::abs(b) ? std::abs(a) < std::abs(b) : a > b;
  }

  void move_integers() {
    std::map<Atom, std::int64_t> number_of;
    for (const auto& [number, atom] : problem_.integers.atoms) number_of.emplace(atom, number);
    if (number_of.empty()) return;
    std::map<Place, std::vector<std::pair<std::int64_t, int>>>
        rows;  // the numbers that a row may end with, by variable
    for (std::size_t i = 0; i < clauses_.inputs.size(); ++i) {
      const InputTuple& input = clauses_.inputs[i];
      const int variable = clauses_.encoding.variable_of_input[i];
      if (variable > primary_) continue;
      const std::uint64_t universe = problem_.universe.size();
      const auto number = number_of.find(static_cast<Atom>(input.tuple % universe));
      if (number != number_of.end())
        rows[{input.owner, input.tuple / universe}].emplace_back(number->second, variable);
    }
    int moves = kMaxMoves;
    for (auto& [place, numbers] : rows) {
      std::ranges::sort(numbers, [](const auto& a, const auto& b) { return nearer(a.first, b.first); });
      for (std::size_t from = 1; from < numbers.size(); ++from) {
        for (std::size_t to = 0; to < from && value(numbers[from].second) && moves > 0; ++to) {
          if (value(numbers[to].second)) continue;
          --moves;
          exchange(numbers[from].second, numbers[to].second);
        }
      }
    }
  }

  void exchange(int from, int to) {
    std::vector<int> assumptions;
    for (int v = 1; v <= primary_; ++v) {
      const bool wanted = v == to || (v != from && value(v));
      assumptions.push_back(wanted ? v : -v);
    }
    ask(std::move(assumptions));
  }

  const Problem& problem_;
  const Clauses& clauses_;
  Solver& solver_;
  Budget& budget_;
  int primary_;
  std::vector<bool> values_;
};

}  // namespace

std::vector<bool> smaller_solution(const Problem& problem, const Clauses& clauses, std::vector<bool> solution,
                                   Solver& solver, Budget& budget) {
  return SolutionReducer(problem, clauses, std::move(solution), solver, budget).run();
}

}  // namespace fretsaw
