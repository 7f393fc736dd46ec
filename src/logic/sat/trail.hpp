// SPDX-License-Identifier: MIT
// The assignment under construction: literals in the order they became true, cut into blocks by decisions.
// Decision number k opens block k; block 0 holds what no decision is needed for.
//
// Every literal has a level: the decisions 1..level (and the formula) imply it. A literal of level l may
// stand in a later block, because it was found out late; never in an earlier one. Backtracking to k removes
// the literals of levels above k, wherever they stand, and moves those of the removed blocks that remain into
// block k, to be propagated again.
//
// Invariants: block(x) >= level(x); the other literals of x's reason are false, stand before x and have
// levels of at most level(x); decisions are made only when nothing is pending.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "logic/sat/clause_arena.hpp"
#include "logic/sat/literal.hpp"

namespace fretsaw::sat {

using Level = std::uint32_t;

// What is true and false now. A copy of it stays in registers, where the trail's own members would be read
// again after every assignment.
class Values {
 public:
  explicit Values(const std::int8_t* by_literal) : by_literal_(by_literal) {}

  bool is_true(Literal literal) const { return by_literal_[literal.code] > 0; }
  bool is_false(Literal literal) const { return by_literal_[literal.code] < 0; }
  bool is_open(Literal literal) const { return by_literal_[literal.code] == 0; }

  // Of sixteen variables from that one on, as bits, the first lowest: those that are true.
  std::uint64_t true_of_sixteen(Variable first) const {
    std::uint64_t found = 0;
    if constexpr (std::endian::native != std::endian::little) {
      for (Variable next = 0; next < 16; ++next)
        found |= std::uint64_t{is_true(make_literal(first + next, true))} << next;
      return found;
    }
    // A byte for each literal of four variables: 1 is true, and so is the lowest bit of -1. The lowest bits
    // that are left are sixteen places apart, and a product puts them beside each other: those of four times
    // four variables at once.
    constexpr std::uint64_t kLowBitsMask = 0x0001'0001'0001'0001;
    constexpr std::uint64_t kGatherMultiplier = 0x0001'0002'0004'0008;
    for (std::uint32_t four = 0; four < 4; ++four) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, by_literal_ + 2 * std::size_t{first + 4 * four}, sizeof bytes);
      found |= (bytes & ~(bytes >> 7) & kLowBitsMask) << 4 * four;
    }
    return found * kGatherMultiplier >> 48;
  }

 private:
  const std::int8_t* by_literal_;
};

class Trail {
 public:
  explicit Trail(std::uint32_t variables)
      : values_(2 * std::size_t{variables}), assignments_(variables), literals_(variables), blocks_(1) {}

  // More variables, open ones.
  void grow(std::uint32_t variables) {
    values_.resize(2 * std::size_t{variables});
    assignments_.resize(variables);
    literals_.resize(variables);
  }

  bool is_true(Literal literal) const { return values().is_true(literal); }
  bool is_false(Literal literal) const { return values().is_false(literal); }
  bool is_open(Literal literal) const { return values().is_open(literal); }
  bool is_open(Variable variable) const { return is_open(make_literal(variable, true)); }

  // For inner loops: valid as long as the trail, and follows its changes.
  Values values() const { return Values(values_.data()); }

  // Require an assigned variable.
  Level level(Variable variable) const { return assignments_[variable].level; }
  ClauseRef reason(Variable variable) const { return assignments_[variable].reason; }

  std::uint32_t size() const { return size_; }
  Literal operator[](std::uint32_t position) const { return literals_[position]; }
  bool complete() const { return size_ == literals_.size(); }

  // The number of decisions.
  Level top() const { return static_cast<Level>(blocks_.size() - 1); }

  // Require 1 <= level <= top().
  Literal decision(Level level) const { return blocks_[level].decision; }
  bool flipped(Level level) const { return blocks_[level].flipped; }

  // Require an open literal. A flipped decision is one whose opposite has been dealt with.
  void decide(Literal literal, bool flipped) {
    blocks_.push_back({literal, size_, flipped});
    assign(literal, top(), kNoClause);
  }
  void set_flipped(Level level) { blocks_[level].flipped = true; }
  void assign(Literal literal, Level level, ClauseRef reason) {
    values_[literal.code] = 1;
    values_[(~literal).code] = -1;
    assignments_[literal.variable()] = {level, reason};
    literals_[size_++] = literal;
  }

  // Names the moved reason of an assigned variable anew.
  void set_reason(Variable variable, ClauseRef reason) { assignments_[variable].reason = reason; }

  // Propagation takes literals in order. next_pending() requires pending().
  bool pending() const { return head_ != size_; }
  Literal next_pending() { return literals_[head_++]; }

  // Requires level <= top(). Calls removed(literal) for each literal that goes.
  template <class Removed>
  void backtrack(Level level, Removed&& removed);

 private:
  struct Assignment {
    Level level = 0;
    ClauseRef reason = kNoClause;
  };
  struct Block {
    Literal decision = kNoLiteral;
    std::uint32_t begin = 0;
    bool flipped = false;
  };

  std::vector<std::int8_t> values_;  // by literal: 1 true, -1 false, 0 open
  std::vector<Assignment> assignments_;
  std::vector<Literal> literals_;  // the first size_ count
  std::vector<Block> blocks_;
  std::uint32_t size_ = 0;
  std::uint32_t head_ = 0;
};

template <class Removed>
void Trail::backtrack(Level to, Removed&& removed) {
  if (to == top()) return;
  const std::uint32_t begin = blocks_[to + 1].begin;
  std::uint32_t kept = begin;
  for (std::uint32_t position = begin; position != size_; ++position) {
    const Literal literal = literals_[position];
    if (level(literal.variable()) <= to) {
      literals_[kept++] = literal;
    } else {
      values_[literal.code] = 0;
      values_[(~literal).code] = 0;
      removed(literal);
    }
  }
  size_ = kept;
  head_ = begin < head_ ? begin : head_;
  blocks_.resize(to + 1);
}

// What is left to satisfy of a clause that is added to a search.

// The clause's open literals, each once, in ascending order, into `literals`. False if it is true already, or
// always.
inline bool open_part(std::span<const int> clause, const Trail& trail, std::vector<Literal>& literals) {
  literals.clear();
  for (const int dimacs : clause) {
    const Literal literal = from_dimacs(dimacs);
    if (trail.is_true(literal)) return false;
    if (trail.is_open(literal)) literals.push_back(literal);
  }
  std::ranges::sort(literals, {}, &Literal::code);
  const auto repeated = std::ranges::unique(literals);
  literals.erase(repeated.begin(), repeated.end());
  const auto complementary = [](Literal a, Literal b) { return a == ~b; };
  return std::ranges::adjacent_find(literals, complementary) == literals.end();
}

}  // namespace fretsaw::sat
