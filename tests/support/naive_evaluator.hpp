// SPDX-License-Identifier: MIT
// A second evaluator, straight from the definitions and with no thought of speed: what the fast one is
// compared with.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "fretsaw/relational.hpp"

namespace fretsaw::support {

using Tuple = std::vector<Atom>;
using Tuples = std::set<Tuple>;

Tuples tuples_of(const TupleSet& set);

class NaiveEvaluator {
 public:
  // Requires check(problem).ok() and that the instance has a value for every relation. Both must outlive it.
  NaiveEvaluator(const Problem& problem, const Instance& instance) : problem_(problem), instance_(instance) {}

  bool holds();  // all formulas

  // Values of terms without free variables. `positive` is the place that a formula stands in.
  bool truth(const Node& formula, bool positive = true);
  struct Set {
    Tuples tuples;
    bool overflow = false;
  };
  Set set(const Node& expression, bool positive = true);
  struct Int {
    std::int64_t value = 0;
    bool overflow = false;
  };
  Int integer(const Node& number, bool positive = true);

 private:
  struct Binding {
    const Leaf* variable;
    Tuples value;
    bool over_ints;
    bool universal;
  };

  template <class Body>
  void for_each_binding(const Node& binder, std::size_t decl, bool place, bool universal, const Body& body);
  bool atomic(const Node& formula, bool positive);
  bool reads_universally(const Node& side) const;
  Tuples all_atoms() const;
  Tuples integer_atoms() const;
  Int represent(std::int64_t true_value) const;
  Int shift(Op op, std::int64_t a, std::int64_t b) const;
  Int sum_over(const Node& number, bool positive);

  const Problem& problem_;
  const Instance& instance_;
  std::vector<Binding> environment_;  // innermost last
};

}  // namespace fretsaw::support
