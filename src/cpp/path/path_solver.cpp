// SPDX-License-Identifier: MIT
// `this->root->left->key < key` reads the input three times, each time at an address that depends on what was
// read before. Reading is a choice among all variables of the right width: the one whose address it is.
// Addresses are values of pointers plus the offset of a field, and a pointer is one of a few objects; so "the
// address is that of the variable" is a literal, or few of them, and never an addition. The same goes for
// whatever is computed of things that can have few values only, such as the bucket of a pointer in a hash
// table: it is a table. Everything else is bits.
#include "cpp/path/path_solver.hpp"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace fretsaw::path {

namespace {

constexpr std::size_t kMaxEnumeratedValues = 256;
constexpr std::size_t kMaxEnumeratedPairs = 4096;
constexpr std::size_t kMaxFailedQueries = 64;
constexpr int kQuickConflicts = 100;

std::uint64_t low_bits(std::uint64_t value, unsigned width) {
  return width >= 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

// Of a term with those operands; nothing if it has no meaning.
std::optional<std::uint64_t> operation(const Term& term, unsigned from, std::uint64_t a, std::uint64_t b,
                                       unsigned from_b = 0) {
  switch (term.op) {
    case Op::Not:
      return a ^ 1;
    case Op::ZExt:
      return a;
    case Op::SExt: {
      const std::uint64_t sign = std::uint64_t{1} << (from - 1);
      return low_bits((a ^ sign) - sign, term.width);
    }
    case Op::Extract:
      return low_bits(a >> term.b, term.width);
    case Op::Concat:
      return a << from_b | b;
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
      if (b == 0) return std::nullopt;
      break;
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      if (b >= from) return std::nullopt;
      break;
    default:
      break;
  }
  return apply(term.op, from, a, b);
}

bool is_comparison(Op op) { return op >= Op::Equal && op <= Op::SLessEqual; }

}  // namespace

PathSolver::PathSolver(const InputModel& model, const Terms& terms)
    : model_(model),
      terms_(terms),
      solver_(make_cadical_solver()),
      gates_(*solver_),
      input_(model, *solver_, gates_) {}

Bits PathSolver::read(const Term& term) {
  if (const auto address = terms_.value(term.a)) {
    if (const InputCell* const cell = model_.cell(*address, term.width)) return input_.cell_bits(*cell);
    return gates_.fresh_number(term.width);  // no valid path reads there
  }
  std::vector<Bits> alternatives(term.width);
  for (const InputCell& cell : model_.cells) {
    if (cell.bits != term.width) continue;
    const Literal here = equals(term.a, cell.address);
    if (here == gates_.no()) continue;
    const Bits bits = input_.cell_bits(cell);
    for (unsigned i = 0; i < term.width; ++i) {
      const Literal both = gates_.conjunction(here, bits[i]);
      if (both != gates_.no()) alternatives[i].push_back(both);
    }
  }
  Bits out;
  for (const Bits& each : alternatives) out.push_back(gates_.disjunction(std::span<const Literal>(each)));
  return out;
}

Literal PathSolver::equals(TermId id, std::uint64_t value) {
  const auto [found, is_new] = equals_.try_emplace({id, value}, 0);
  if (!is_new) return found->second;
  const Literal out = compute_equals(id, value);
  equals_[{id, value}] = out;
  return out;
}

Literal PathSolver::compute_equals(TermId id, std::uint64_t value) {
  const Term term = terms_[id];
  value = low_bits(value, term.width);
  if (term.op == Op::Constant) return term.constant == value ? gates_.yes() : gates_.no();
  if (term.op == Op::Add) {
    if (const auto offset = terms_.value(term.b))
      return equals(term.a, low_bits(value - *offset, term.width));
  }
  if (term.op != Op::Read) return values(id) ? tabulated(term, value) : gates_.equal(number(id), value);
  if (const auto address = terms_.value(term.a)) {
    if (const InputCell* const cell = model_.cell(*address, term.width))
      return input_.cell_equals(*cell, value);
    return gates_.equal(number(id), value);
  }
  if (!values(term.a)) return gates_.equal(number(id), value);
  Bits ways;
  for (const std::uint64_t address : *values(term.a)) {
    const InputCell* const cell = model_.cell(address, term.width);
    if (cell == nullptr) continue;
    ways.push_back(gates_.conjunction(equals(term.a, address), input_.cell_equals(*cell, value)));
  }
  return gates_.disjunction(std::span<const Literal>(ways));
}

// The operands' values for which the term has this one.
Literal PathSolver::tabulated(const Term& term, std::uint64_t value) {
  Bits ways;
  const std::vector<std::uint64_t> left = *values(term.a);
  if (!has_two_operands(term.op)) {
    for (const std::uint64_t a : left) {
      if (operation(term, terms_[term.a].width, a, 0) == value) ways.push_back(equals(term.a, a));
    }
    return gates_.disjunction(std::span<const Literal>(ways));
  }
  const std::vector<std::uint64_t> right = *values(term.b);
  for (const std::uint64_t a : left) {
    Bits others;
    for (const std::uint64_t b : right) {
      if (operation(term, terms_[term.a].width, a, b, terms_[term.b].width) == value)
        others.push_back(equals(term.b, b));
    }
    if (others.empty()) continue;
    const bool is_any = others.size() == right.size();
    ways.push_back(
        is_any ? equals(term.a, a)
               : gates_.conjunction(equals(term.a, a), gates_.disjunction(std::span<const Literal>(others))));
  }
  return gates_.disjunction(std::span<const Literal>(ways));
}

const std::optional<std::vector<std::uint64_t>>& PathSolver::values(TermId id) {
  if (const auto found = values_.find(id); found != values_.end()) return found->second;
  auto list = compute_values(terms_[id]);
  if (list) {
    std::ranges::sort(*list);
    list->erase(std::ranges::unique(*list).begin(), list->end());
    if (list->size() > kMaxEnumeratedValues) list.reset();
  }
  return values_.emplace(id, std::move(list)).first->second;
}

std::optional<std::vector<std::uint64_t>> PathSolver::compute_values(const Term& term) {
  if (term.op == Op::Constant) return std::vector<std::uint64_t>{term.constant};
  if (term.op == Op::IsCell) return std::nullopt;
  if (term.op != Op::Read) {
    const auto left = values(term.a);
    if (!left) return std::nullopt;
    const bool is_binary = has_two_operands(term.op);
    const auto right = is_binary ? values(term.b) : std::optional(std::vector<std::uint64_t>{0});
    if (!right || left->size() * right->size() > kMaxEnumeratedPairs) return std::nullopt;
    std::vector<std::uint64_t> out;
    for (const std::uint64_t x : *left) {
      for (const std::uint64_t y : *right) {
        const auto value = operation(term, terms_[term.a].width, x, y, is_binary ? terms_[term.b].width : 0);
        if (value) out.push_back(*value);
      }
    }
    return out;
  }
  std::vector<std::uint64_t> out;
  const auto add = [&](const InputCell& cell) {
    const CellSlice* const whole = cell.whole();
    if (whole == nullptr || model_.variables[whole->variable].is_free) return false;
    const auto& domain = model_.domain(whole->variable);
    for (std::size_t i = 0; i < domain.size(); ++i) {
      if (gates_.known(input_.is(whole->variable, i)) != gates_.no())
        out.push_back(domain[i].bits(whole->low, whole->bits));
    }
    return out.size() <= 64 * kMaxEnumeratedValues;
  };
  const auto& addresses = values(term.a);
  if (!addresses) return std::nullopt;
  for (const std::uint64_t address : *addresses) {
    const InputCell* const cell = model_.cell(address, term.width);
    if (cell != nullptr && !add(*cell)) return std::nullopt;
  }
  return out;
}

Literal PathSolver::same(TermId a, TermId b) {
  if (const auto value = terms_.value(b)) return equals(a, *value);
  const auto left = values(a);
  const auto right = values(b);
  if (!left || !right) {
    const auto literal = compared_by_cases({Op::Equal, 1, a, b, 0});
    return literal ? *literal : gates_.equal(number(a), number(b));
  }
  std::vector<std::uint64_t> both;
  std::ranges::set_intersection(*left, *right, std::back_inserter(both));
  Bits ways;
  for (const std::uint64_t value : both)
    ways.push_back(gates_.conjunction(equals(a, value), equals(b, value)));
  return gates_.disjunction(std::span<const Literal>(ways));
}

const Bits& PathSolver::number(TermId id) {
  if (const auto found = known_.find(id); found != known_.end()) return found->second;
  Bits bits = compute(id);
  return known_.emplace(id, std::move(bits)).first->second;
}

// What is compared is read at one of few addresses: a case for each, of variables as they are, which are
// compared once. Nothing if it is not so.
std::optional<Literal> PathSolver::compared_by_cases(const Term& term) {
  const bool is_left = is_choice(term.a);
  if (!is_left && !is_choice(term.b)) return std::nullopt;
  const Term& read = terms_[is_left ? term.a : term.b];
  Bits ways;
  for (const std::uint64_t address : *values(read.a)) {
    const InputCell* const cell = model_.cell(address, read.width);
    const Literal here = cell != nullptr ? equals(read.a, address) : gates_.no();
    if (here == gates_.no()) continue;
    const Bits bits = input_.cell_bits(*cell);
    const Bits& other = number(is_left ? term.b : term.a);
    ways.push_back(gates_.conjunction(
        here, is_left ? comparison(term.op, bits, other) : comparison(term.op, other, bits)));
  }
  return gates_.disjunction(std::span<const Literal>(ways));
}

bool PathSolver::is_choice(TermId id) {
  const Term& term = terms_[id];
  return term.op == Op::Read && !terms_.value(term.a) && values(term.a) && !values(id);
}

Literal PathSolver::comparison(Op op, const Bits& a, const Bits& b) {
  switch (op) {
    case Op::Equal:
      return gates_.equal(a, b);
    case Op::ULess:
      return gates_.less(a, b, false);
    case Op::ULessEqual:
      return gates_.less_equal(a, b, false);
    case Op::SLess:
      return gates_.less(a, b, true);
    default:
      return gates_.less_equal(a, b, true);
  }
}

Bits PathSolver::compute(TermId id) {
  const Term term = terms_[id];
  if (term.op == Op::Constant) return gates_.constant(term.constant, term.width);
  if (term.op == Op::Read) return read(term);
  if (term.op == Op::Equal) return {same(term.a, term.b)};
  if (term.op == Op::IsCell) {
    Bits ways;
    for (const InputCell& cell : model_.cells) {
      if (cell.bits != term.b) continue;
      ways.push_back(
          gates_.conjunction(equals(term.a, cell.address), input_.exists(cell.parts.front().variable)));
    }
    return {gates_.disjunction(std::span<const Literal>(ways))};
  }
  if (const auto& list = values(id)) {
    std::vector<Bits> with(term.width);
    for (const std::uint64_t value : *list) {
      for (unsigned bit = 0; bit < term.width; ++bit) {
        if ((value >> bit & 1) != 0) with[bit].push_back(equals(id, value));
      }
    }
    Bits out;
    for (const Bits& each : with)
      out.push_back(each.size() == list->size() ? gates_.yes()
                                                : gates_.disjunction(std::span<const Literal>(each)));
    return out;
  }
  if (is_comparison(term.op)) {
    if (const auto literal = compared_by_cases(term)) return {*literal};
  }
  const Bits a = number(term.a);
  switch (term.op) {
    case Op::Not:
      return {-a.front()};
    case Op::ZExt:
      return gates_.extended(a, term.width, false);
    case Op::SExt:
      return gates_.extended(a, term.width, true);
    case Op::Extract:
      return Bits(a.begin() + term.b, a.begin() + term.b + term.width);
    default:
      break;
  }
  const Bits b = number(term.b);
  switch (term.op) {
    case Op::Concat: {
      Bits out = b;
      out.insert(out.end(), a.begin(), a.end());
      return out;
    }
    case Op::Add:
      return gates_.sum(a, b);
    case Op::Sub:
      return gates_.difference(a, b);
    case Op::Mul:
      return gates_.product(a, b);
    case Op::UDiv:
      return gates_.quotient(a, b).first;
    case Op::URem:
      return gates_.quotient(a, b).second;
    case Op::SDiv:
      return gates_.signed_quotient(a, b).first;
    case Op::SRem:
      return gates_.signed_quotient(a, b).second;
    case Op::Shl:
      return gates_.shifted(a, b, Gates::Shift::Left);
    case Op::LShr:
      return gates_.shifted(a, b, Gates::Shift::Right);
    case Op::AShr:
      return gates_.shifted(a, b, Gates::Shift::RightSigned);
    case Op::And:
      return gates_.bitwise(a, b, &Gates::conjunction);
    case Op::Or:
      return gates_.bitwise(a, b, &Gates::disjunction);
    case Op::Xor:
      return gates_.bitwise(a, b, &Gates::exclusive);
    default:
      return {comparison(term.op, a, b)};
  }
}

// In seven nodes of a tree that are numbered as they are met, most pointers have two or three values left of
// eight, and what is read through one after the other has few instead of all.
void PathSolver::rule_out_values(Budget& budget) {
  if (!is_satisfiable({}, budget)) return;
  Bits open;
  const auto drop_seen = [&] {
    std::erase_if(open, [&](Literal each) { return solver_->value(std::abs(each)) == (each > 0); });
  };
  for (std::size_t v = 0; v < model_.variables.size(); ++v) {
    if (model_.variables[v].is_free) continue;
    for (std::size_t i = 0; i < model_.domain(v).size(); ++i) open.push_back(input_.is(v, i));
  }
  drop_seen();
  // Only what is impossible makes anything smaller.
  for (std::size_t queries_without_coverage = 0;
       !open.empty() && queries_without_coverage < kMaxFailedQueries;) {
    const Literal each = open.back();
    open.pop_back();
    if (gates_.known(each) == gates_.no()) continue;
    solver_->limit_conflicts(kQuickConflicts);
    const Answer answer = solver_->solve({&each, 1}, budget);
    if (answer == Answer::Unsat) {
      gates_.require(-each);
      continue;
    }
    ++queries_without_coverage;
    if (answer == Answer::Sat) drop_seen();
  }
}

Literal PathSolver::literal(TermId condition) { return number(condition).front(); }

std::optional<InputWords> PathSolver::solve(std::span<const Literal> conditions, Budget& budget) {
  for (const Literal each : conditions) {
    if (each == gates_.no()) return std::nullopt;
  }
  if (is_refuted(conditions)) return std::nullopt;
  // The last ones first: what contradicts them then is near them if possible, and other paths have it, too.
  Bits all(conditions.rbegin(), conditions.rend());
  all.push_back(input_.are_small());
  if (!is_satisfiable(all, budget)) {
    const bool is_too_small = solver_->failed(input_.are_small());
    all.pop_back();
    if (!is_too_small || !is_satisfiable(all, budget)) {
      note_refutation(conditions);
      return std::nullopt;
    }
  }
  return input_.solution();
}

bool PathSolver::is_satisfiable(std::span<const Literal> conditions, Budget& budget) {
  if (max_conflicts_) solver_->limit_conflicts(*max_conflicts_);
  const Answer answer = solver_->solve(conditions, budget);
  if (answer == Answer::Unknown) throw SolverLimitReached{};
  return answer == Answer::Sat;
}

// Paths have much in common, and what cannot be on one of them cannot be on another for the same reason.
void PathSolver::note_refutation(std::span<const Literal> conditions) {
  Bits reason;
  for (const Literal each : conditions) {
    if (solver_->failed(each)) reason.push_back(each);
  }
  forbid(std::span<const Literal>(reason));
  if (!conditions.empty()) refuted_[conditions.back()].push_back(std::move(reason));
}

bool PathSolver::is_refuted(std::span<const Literal> conditions) const {
  if (conditions.empty()) return false;
  const auto found = refuted_.find(conditions.back());
  if (found == refuted_.end()) return false;
  const std::unordered_set<Literal> all(conditions.begin(), conditions.end());
  return std::ranges::any_of(found->second, [&](const Bits& reason) {
    return std::ranges::all_of(reason, [&](Literal each) { return all.contains(each); });
  });
}

void PathSolver::forbid(std::span<const Literal> conditions) {
  Bits clause;
  for (const Literal each : conditions) clause.push_back(-each);
  gates_.require(clause);
}

void PathSolver::forbid(const InputWords& input) {
  const Bits same = input_.is(input);
  forbid(std::span<const Literal>(same));
}

}  // namespace fretsaw::path
