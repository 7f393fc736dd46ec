// SPDX-License-Identifier: MIT
#include "logic/sat/enumerator.hpp"

#include "logic/sat/search.hpp"

namespace fretsaw {

Enumerator::Enumerator(const Cnf& cnf, const EnumeratorOptions& options, Budget& budget)
    : search_(std::make_unique<Search>(cnf, options, budget)) {}
Enumerator::~Enumerator() = default;
Enumerator::Enumerator(Enumerator&&) noexcept = default;
Enumerator& Enumerator::operator=(Enumerator&&) noexcept = default;

bool Enumerator::next(Budget& budget) { return search_->next(budget); }
bool Enumerator::value(int variable) const { return search_->value(variable); }
std::vector<std::uint64_t> Enumerator::packed_values(int variables) const {
  std::vector<std::uint64_t> words((static_cast<std::size_t>(variables) + 63) / 64);
  search_->pack_values(variables, words);
  return words;
}
void Enumerator::pack_values(int variables, std::span<std::uint64_t> words) const {
  search_->pack_values(variables, words);
}
const EnumeratorStatistics& Enumerator::statistics() const { return search_->statistics(); }
std::optional<std::vector<int>> Enumerator::position() { return search_->position(); }
double Enumerator::progress_fraction() const { return search_->progress_fraction(); }
int Enumerator::divider() { return search_->divider(); }
void Enumerator::close(std::size_t decisions) { search_->close(decisions); }

BlockingEnumerator::BlockingEnumerator(const Cnf& cnf, const std::vector<int>& cube)
    : solver_(make_cadical_solver()), primary_(cnf.primary) {
  add(*solver_, cnf);
  for (const int literal : cube) solver_->add({&literal, 1});
}

bool BlockingEnumerator::next(Budget& budget) {
  if (done_) return false;
  if (at_solution_) forbid_solution();
  at_solution_ = false;
  if (solver_->solve({}, budget) == Answer::Unsat) return done_ = true, false;
  ++solutions_;
  return at_solution_ = true;
}

bool BlockingEnumerator::value(int variable) const { return solver_->value(variable); }

void BlockingEnumerator::forbid_solution() {
  std::vector<int> clause;
  clause.reserve(static_cast<std::size_t>(primary_));
  for (int variable = 1; variable <= primary_; ++variable) {
    clause.push_back(solver_->value(variable) ? -variable : variable);
  }
  solver_->add(clause);
}

}  // namespace fretsaw
