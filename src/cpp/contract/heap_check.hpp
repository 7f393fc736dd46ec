// SPDX-License-Identifier: MIT
//
// Relational clauses on the heaps before and after a call. Integers are exact: those of the heap are what
// they are in C++, and what clauses compute of them does not wrap.
//
// Example:
//
//     auto check = HeapCheck::build(theory, frame_class, result_type);
//     check->load(before, after, result);
//     if (check->holds(ensures) == Truth::False) …
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpp/contract/heap_relations.hpp"
#include "cpp/contract/theory.hpp"
#include "logic/relational/exact.hpp"

namespace fretsaw::contract {

class HeapCheck {
 public:
  // `frame` is the class that holds receiver and arguments ("this" and the parameters' names), or the class
  // of the one object whose invariants are evaluated. Errors, with locations: clauses whose value is not exact
  // because they refer to all integers, and those that cannot be evaluated.
  static Result<HeapCheck> build(std::shared_ptr<const Theory> theory, int frame);
  ~HeapCheck();
  HeapCheck(HeapCheck&&) noexcept;
  HeapCheck& operator=(HeapCheck&&) noexcept;

  // The first object of `before` is the frame; likewise `after`, which is empty if there has been no call
  // yet. `result` holds a value as a field of its type would. Everything that is loaded must be well formed.
  void load(object::HeapWords before, object::HeapWords after = {}, object::HeapWords result = {});

  // About the call: preconditions and purposes (before), postconditions and conditions of exceptions (after).
  Truth holds(std::size_t clause);
  // Whether an invariant holds for every object of its class in that state.
  Truth invariant(std::size_t clause, State state);

  // Why a clause is violated: its first subformula that is false, and the values of the subexpressions of that (none
  // for an invariant). `name` returns the names of objects, by their ids.
  struct Reason {
    Span place;
    std::vector<std::pair<std::string, std::string>> values;  // text, value
  };
  std::optional<Reason> explain(std::size_t clause, State state,
                                const std::function<std::string(std::int64_t)>& name);

  // The clause as a term, for writing it in another language; an invariant is about all objects of its class.
  NodePtr term(std::size_t clause, State state) const;
  // What a relation in such terms is.
  using Meaning = RelationMeaning;
  Meaning meaning(const Leaf* relation) const;

  // If a result was TooLarge: the reason, for a message.
  std::string failure_text() const;

 private:
  class Impl;
  explicit HeapCheck(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace fretsaw::contract
