// SPDX-License-Identifier: MIT
// How all instances of a problem will be enumerated: one plan, made before the first instance, that says what
// is a solution, how isomorphic ones are avoided, in which order the search decides, and which part of it is
// wanted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fretsaw/finder.hpp"
#include "logic/finder/clauses.hpp"
#include "logic/symmetry/leader.hpp"
#include "logic/symmetry/shapes.hpp"
#include "work/unit.hpp"

namespace fretsaw {

struct Plan {
  Problem
      problem{};  // what is enumerated; with a root, its visible relations are copies of what is reachable
  Clauses clauses{};
  std::vector<int> decision_order{};             // primary variables, first to last
  bool preferred_value = false;                  // which each of them is given first
  std::optional<LeaderTest> leaders{};           // if the clauses leave duplicates: which solutions to keep
  std::optional<Shapes> shapes{};                // if no two solutions may be isomorphic: to compare them
  std::vector<work::PlacedUnit> placed_units{};  // the search is the sequence of these disjoint parts
  std::string method{};                          // all this in words
};

// As much of a plan as it takes to work on its units. Refers to whatever holds it.
struct SearchPlan {
  const Cnf& cnf;
  const std::vector<int>& variable_of_input;
  const std::vector<int>& decision_order;
  bool preferred_value;
  const std::optional<LeaderTest>& leaders;
  const std::optional<Shapes>& shapes;
};

inline SearchPlan search_of(const Plan& plan) {
  const Encoding& encoding = plan.clauses.encoding;
  return {encoding.cnf, encoding.variable_of_input, plan.decision_order, plan.preferred_value, plan.leaders,
          plan.shapes};
}

Result<Plan> plan_enumeration(const Problem& problem, const InstancesOptions& options, Budget& budget);

}  // namespace fretsaw
