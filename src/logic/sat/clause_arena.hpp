// SPDX-License-Identifier: MIT
// All clauses in one array: propagation walks memory, not pointers. A clause is named by its index there.
// Original clauses come first and never move; learnt ones follow, and close up when some are removed.
//
// A clause takes three words before its literals, all of them Literal so that the array has one type:
// its size, its glue (0 for an original clause), its activity.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/sat/literal.hpp"

namespace fretsaw::sat {

using ClauseRef = std::uint32_t;

inline constexpr ClauseRef kNoClause = 0x7fffffff;  // references take 31 bits

class ClauseArena {
 public:
  // Require at least two literals. Glue is the number of decision levels in a clause when it is learnt.
  ClauseRef add_original(std::span<const Literal> literals);
  ClauseRef add_learnt(std::span<const Literal> literals, std::uint32_t glue);

  std::span<Literal> operator[](ClauseRef clause) {
    return {words_.data() + clause + kHeader, words_[clause].code};
  }
  std::span<const Literal> operator[](ClauseRef clause) const {
    return {words_.data() + clause + kHeader, words_[clause].code};
  }

  bool learnt(ClauseRef clause) const { return clause >= first_learnt_; }
  std::uint32_t glue(ClauseRef clause) const { return words_[clause + 1].code; }
  float activity(ClauseRef clause) const { return std::bit_cast<float>(words_[clause + 2].code); }
  void set_activity(ClauseRef clause, float activity) {
    words_[clause + 2].code = std::bit_cast<std::uint32_t>(activity);
  }

  ClauseRef first_learnt() const { return first_learnt_; }
  ClauseRef end() const { return static_cast<ClauseRef>(words_.size()); }
  ClauseRef after(ClauseRef clause) const { return clause + kHeader + words_[clause].code; }

  std::size_t words() const { return words_.size(); }

  // Keeps the learnt clauses for which keep(clause) holds and tells moved(from, to) of each, in ascending
  // order. References to the other learnt clauses, and to the old places of these, are void.
  template <class Keep, class Moved>
  void retain_learnt(Keep&& keep, Moved&& moved);

 private:
  static constexpr std::uint32_t kHeader = 3;

  ClauseRef add(std::span<const Literal> literals, std::uint32_t glue);

  std::vector<Literal> words_;
  ClauseRef first_learnt_ = 0;
};

template <class Keep, class Moved>
void ClauseArena::retain_learnt(Keep&& keep, Moved&& moved) {
  ClauseRef to = first_learnt_;
  for (ClauseRef from = first_learnt_, next = 0; from != end(); from = next) {
    next = after(from);
    if (!keep(from)) continue;
    std::copy(words_.begin() + from, words_.begin() + next, words_.begin() + to);
    moved(from, to);
    to += next - from;
  }
  words_.resize(to);
}

}  // namespace fretsaw::sat
