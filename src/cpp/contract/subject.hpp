// SPDX-License-Identifier: MIT
// All clauses for the objects of some classes or for one call: own and inherited ones, relational ones with their
// index in a theory.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/contract/attach.hpp"
#include "cpp/contract/theory.hpp"

namespace fretsaw::contract {

struct Condition {
  const Clause* clause = nullptr;
  std::optional<std::size_t> relational;  // in the theory; else it is C++
};

struct Invariant {
  int class_index = -1;
  Condition condition;
};

// One behavior, of the function itself or of one that it overrides.
struct BehaviorContract {
  const Behavior* behavior = nullptr;
  int receiver = -1;  // the class whose member the function is, as the behavior sees it; -1: a free function
  std::vector<Condition> preconditions;
  std::vector<Condition> postconditions;
  std::vector<Condition> exceptions;  // conditions of `signals`; neither kind: none
  std::vector<std::string> parameter_names;
};

struct Subject {
  std::shared_ptr<const Contracts> contracts;
  std::shared_ptr<const Theory> theory;  // null if no clause is relational
  std::vector<Invariant> invariants;
  std::vector<BehaviorContract> behavior_contracts;
  std::vector<std::size_t> extra_preconditions;  // in the theory
  std::vector<Clause> extra_precondition_clauses;

  bool has_relational_invariants() const;
};

struct SubjectRequest {
  std::optional<int> callable{};                 // bound; without one, only invariants count
  std::vector<SourcePtr> extra_preconditions{};  // "{ … }": additional preconditions
};

// Checks all relational clauses that matter. The classes outlive the subject.
Result<std::shared_ptr<const Subject>> make_subject(const code::Classes& classes, const Contracts& contracts,
                                                    const SubjectRequest& request = {});

}  // namespace fretsaw::contract
