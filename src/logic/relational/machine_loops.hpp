// SPDX-License-Identifier: MIT
// The loops of quantifiers, comprehensions and sums, shared by the three parts of the machine.
#pragma once

#include <algorithm>

#include "logic/relational/machine.hpp"

namespace fretsaw {

// Calls body(tuple) for every binding of the loops' variables; `tuple` is what they hold, one after the
// other, appended to the given one. Stops when the body returns false, or when it is too much work, and then
// returns false.
template <class Body>
bool Machine::for_each_binding(std::span<const Loop> loops, TupleNumber tuple, Body& body) {
  if (loops.empty()) return body(tuple);
  const Loop& loop = loops.front();
  if (loop.choice != kNoInstruction) return for_the_choice(loops, tuple, body);
  if (loop.multiplicity != Multiplicity::One) return for_each_subset(loops, tuple, body);

  const Instruction& domain = code_.instructions[loop.domain];
  const TupleNumber base = tuple * tuple_space(code_.shape.atoms(), domain.arity);
  const auto visit = [&](TupleNumber next) {
    if (!count_binding()) return false;
    bind_tuple(loop.variable, next);
    return for_each_binding(loops.subspan(1), base + next, body);
  };
  evaluate(loop.domain);
  // The domain depends on nothing that changes while the loop runs, so its value stays where it is.
  if (domain.dense) return for_each_tuple(code_.shape, words_.data() + domain.value, domain.arity, visit);
  const TupleNumbers& list = lists_[domain.value];
  for (const TupleNumber next : list) {
    if (!visit(next)) return false;
  }
  return true;
}

// The one value chosen for a variable, if it is one that the loop would meet.
template <class Body>
bool Machine::for_the_choice(std::span<const Loop> loops, TupleNumber tuple, Body& body) {
  const Loop& loop = loops.front();
  const TupleNumbers value = tuples(loop.choice);
  if (!may_hold(loop, value)) return true;
  if (!count_binding()) return false;
  if (loop.multiplicity != Multiplicity::One) {
    bind_set(loop.variable, value);
    return for_each_binding(loops.subspan(1), tuple, body);
  }
  const int arity = code_.instructions[loop.domain].arity;
  bind_tuple(loop.variable, value.front());
  return for_each_binding(loops.subspan(1), tuple * tuple_space(code_.shape.atoms(), arity) + value.front(),
                          body);
}

// Variables that stand for sets: all subsets of the domain that the multiplicity allows.
template <class Body>
bool Machine::for_each_subset(std::span<const Loop> loops, TupleNumber tuple, Body& body) {
  const Loop& loop = loops.front();
  const TupleNumbers domain = tuples(loop.domain);
  const bool lone = loop.multiplicity == Multiplicity::Lone;
  if (!lone && domain.size() > limits_.set_variable) {
    give_up();
    return false;
  }
  const auto visit = [&](const TupleNumbers& set) {
    if (!count_binding()) return false;
    bind_set(loop.variable, set);
    return for_each_binding(loops.subspan(1), tuple, body);
  };
  if (lone) {
    if (!visit({})) return false;
    return std::ranges::all_of(domain, [&](TupleNumber only) { return visit({only}); });
  }
  TupleNumbers set;
  const std::uint64_t subsets = std::uint64_t{1} << domain.size();
  for (std::uint64_t chosen = loop.multiplicity == Multiplicity::Some ? 1 : 0; chosen < subsets; ++chosen) {
    set.clear();
    for (std::size_t i = 0; i < domain.size(); ++i) {
      if ((chosen >> i & 1) != 0) set.push_back(domain[i]);
    }
    if (!visit(set)) return false;
  }
  return true;
}

}  // namespace fretsaw
