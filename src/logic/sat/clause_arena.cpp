// SPDX-License-Identifier: MIT
#include "logic/sat/clause_arena.hpp"

namespace fretsaw::sat {

ClauseRef ClauseArena::add_original(std::span<const Literal> literals) {
  const ClauseRef clause = add(literals, 0);
  first_learnt_ = end();
  return clause;
}

ClauseRef ClauseArena::add_learnt(std::span<const Literal> literals, std::uint32_t glue) {
  return add(literals, glue);
}

ClauseRef ClauseArena::add(std::span<const Literal> literals, std::uint32_t glue) {
  const ClauseRef clause = end();
  words_.push_back({static_cast<std::uint32_t>(literals.size())});
  words_.push_back({glue});
  words_.push_back({std::bit_cast<std::uint32_t>(0.0F)});
  words_.insert(words_.end(), literals.begin(), literals.end());
  return clause;
}

}  // namespace fretsaw::sat
