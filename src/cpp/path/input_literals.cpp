// SPDX-License-Identifier: MIT
#include "cpp/path/input_literals.hpp"

#include <algorithm>
#include <bit>

namespace fretsaw::path {

namespace {

std::uint64_t ones_of(unsigned width) { return bits_of(~std::uint64_t{0}, 0, width); }

}  // namespace

InputLiterals::InputLiterals(const InputModel& model, Solver& solver, Gates& gates)
    : model_(model), solver_(solver), gates_(gates), small_(gates.fresh()) {
  for (std::size_t v = 0; v < model.variables.size(); ++v) add_variable(v);
  add_value_conditions();
  add_ownership();
  add_small_numbers();
}

// Twice as many numbers as there are variables that need one: easier to find, and to read.
void InputLiterals::add_small_numbers() {
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(model_.variables, [](const InputVariable& each) { return each.is_free; }));
  const unsigned width = std::bit_width(2 * count);
  for (std::size_t v = 0; v < numbers_.size(); ++v) {
    const Bits& bits = numbers_[v];
    if (model_.variables[v].is_character && !bits.empty()) {  // from the blank on
      const Literal is_ascii[] = {-small_, -bits[7]};
      const Literal is_no_control[] = {-small_, bits[5], bits[6]};
      gates_.require(is_ascii);
      gates_.require(is_no_control);
      continue;
    }
    for (std::size_t i = width; i < bits.size(); ++i) {
      const Literal clause[] = {-small_, -bits[i]};
      gates_.require(clause);
    }
  }
}

void InputLiterals::add_variable(std::size_t variable) {
  choices_.emplace_back();
  numbers_.emplace_back();
  const InputVariable& info = model_.variables[variable];
  if (info.is_free) {
    // The solver tries true first; zero is easier to read, or the letter a.
    Bits bits = gates_.fresh_number(info.bits);
    for (unsigned i = 0; i < info.bits; ++i) {
      const bool is_one_first = info.is_character && ('a' >> i & 1) != 0;
      if (!is_one_first) bits[i] = -bits[i];
    }
    numbers_.back() = std::move(bits);
    return;
  }
  const std::size_t count = model_.domain(variable).size();
  std::vector<Literal>& list = choices_.back();
  if (count == 1 || info.is_fixed) {
    list.assign(count, gates_.no());
    list.front() = gates_.yes();
    return;
  }
  for (std::size_t i = 0; i < count; ++i) list.push_back(gates_.fresh());
  gates_.require(list);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      const Literal not_both[] = {-list[i], -list[k]};
      gates_.require(not_both);
    }
  }
  solver_.prefer(list.front());
  for (std::size_t i = 1; i < count; ++i) solver_.prefer(-list[i]);
}

Literal InputLiterals::has_rank(std::size_t variable, std::int64_t above, std::int64_t last) {
  const auto& domain = model_.domain(variable);
  Bits fitting;
  if (model_.variables[variable].is_free) {
    // A length that is an ordinary field: few numbers matter.
    const Bits& bits = numbers_[variable];
    const auto limit = [&](std::int64_t value) {
      return gates_.constant(static_cast<std::uint64_t>(value), static_cast<unsigned>(bits.size()));
    };
    return gates_.conjunction(gates_.less(limit(above), bits, true),
                              gates_.less_equal(bits, limit(last), true));
  }
  for (std::size_t i = 0; i < domain.size(); ++i) {
    if (domain[i].rank > above && domain[i].rank <= last) fitting.push_back(choices_[variable][i]);
  }
  return gates_.disjunction(std::span<const Literal>(fitting));
}

Literal InputLiterals::exists(std::size_t variable) {
  const InputVariable& info = model_.variables[variable];
  if (info.guard < 0) return gates_.yes();
  if (const auto found = exists_.find(variable); found != exists_.end()) return found->second;
  const auto guard = static_cast<std::size_t>(info.guard);
  const Literal out = gates_.conjunction(exists(guard), has_rank(guard, info.above, info.last));
  exists_.emplace(variable, out);
  return out;
}

void InputLiterals::add_value_conditions() {
  for (std::size_t d = 0; d < model_.space.domains.size(); ++d) {
    const auto& domain = model_.space.domains[d];
    for (std::size_t i = 0; i < domain.size(); ++i) {
      const space::Condition& condition = domain[i].condition;
      if (condition.guard < 0) continue;
      for (std::size_t v = 0; v < model_.variables.size(); ++v) {
        if (model_.variables[v].domain != d || model_.variables[v].is_free) continue;
        const Literal clause[] = {-choices_[v][i], has_rank(static_cast<std::size_t>(condition.guard),
                                                            condition.above, condition.last)};
        gates_.require(clause);
      }
    }
  }
}

// No two std::unique_ptr own the same object.
void InputLiterals::add_ownership() {
  std::map<std::uint64_t, Bits> owners;
  for (std::size_t v = 0; v < model_.variables.size(); ++v) {
    if (!model_.variables[v].is_unique) continue;
    for (std::size_t i = 0; i < model_.domain(v).size(); ++i) {
      const std::uint64_t object = model_.domain(v)[i].words[0];
      if (object != 0) owners[object].push_back(choices_[v][i]);
    }
  }
  for (const auto& [object, list] : owners) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const Literal not_both[] = {-list[i], -list[k]};
        gates_.require(not_both);
      }
    }
  }
}

// The variable has that bit.
Literal InputLiterals::variable_bit(std::size_t variable, unsigned bit) {
  if (model_.variables[variable].is_free) return numbers_[variable][bit];
  const auto& domain = model_.domain(variable);
  Bits with;
  for (std::size_t i = 0; i < domain.size(); ++i) {
    if (domain[i].bits(bit, 1) != 0) with.push_back(choices_[variable][i]);
  }
  return with.size() == domain.size() ? gates_.yes() : gates_.disjunction(std::span<const Literal>(with));
}

Bits InputLiterals::cell_bits(const InputCell& cell) {
  Bits out = gates_.constant(cell.rest, cell.bits);
  for (const CellSlice& part : cell.parts) {
    for (unsigned i = 0; i < part.bits; ++i) out[part.shift + i] = variable_bit(part.variable, part.low + i);
  }
  return out;
}

Literal InputLiterals::part_equals(const CellSlice& part, std::uint64_t value) {
  if (model_.variables[part.variable].is_free) {
    const auto from = numbers_[part.variable].begin() + part.low;
    return gates_.equal(Bits(from, from + part.bits), value);
  }
  const auto& domain = model_.domain(part.variable);
  Bits fitting;
  for (std::size_t i = 0; i < domain.size(); ++i) {
    if (domain[i].bits(part.low, part.bits) == value) fitting.push_back(choices_[part.variable][i]);
  }
  return gates_.disjunction(std::span<const Literal>(fitting));
}

Literal InputLiterals::cell_equals(const InputCell& cell, std::uint64_t value) {
  if (const CellSlice* const whole = cell.whole()) return part_equals(*whole, value);
  Bits all;
  for (const CellSlice& part : cell.parts) {
    all.push_back(part_equals(part, bits_of(value, part.shift, part.bits)));
    value &= ~(ones_of(part.bits) << part.shift);
  }
  return value == cell.rest ? gates_.conjunction(std::span<const Literal>(all)) : gates_.no();
}

Literal InputLiterals::has(std::size_t variable, std::uint64_t word) {
  return model_.variables[variable].is_free ? gates_.equal(numbers_[variable], word)
                                            : choices_[variable][word];
}

Bits InputLiterals::is(const InputWords& input) {
  Bits same;
  for (std::size_t v = 0; v < input.size(); ++v) same.push_back(has(v, input[v]));
  return same;
}

Bits InputLiterals::unfollowed(const InputWords& input) {
  Bits same;
  for (std::size_t v = 0; v < input.size(); ++v) {
    if (!model_.variables[v].is_followed) same.push_back(has(v, input[v]));
  }
  return same;
}

InputWords InputLiterals::solution() const {
  InputWords input;
  const auto holds = [&](Literal literal) { return solver_.value(std::abs(literal)) == (literal > 0); };
  for (std::size_t v = 0; v < model_.variables.size(); ++v) {
    std::uint64_t word = 0;
    if (model_.variables[v].is_free) {
      for (std::size_t i = 0; i < numbers_[v].size(); ++i) word |= std::uint64_t{holds(numbers_[v][i])} << i;
    } else {
      while (word + 1 < choices_[v].size() && !holds(choices_[v][word])) ++word;
    }
    input.push_back(word);
  }
  return input;
}

}  // namespace fretsaw::path
