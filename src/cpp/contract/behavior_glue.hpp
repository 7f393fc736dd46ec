// SPDX-License-Identifier: MIT
// The C++ clauses of one behavior, as members of a struct in the scope of the clauses, and the expressions
// that evaluate them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/contract/clause_scope.hpp"
#include "cpp/contract/subject.hpp"
#include "cpp/contract/subjects.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::contract {

// The names of receiver, arguments and result of a call in the evaluating code. Here: they lie in a frame,
// `bytes`, and behind `result` and `old`.
class CallGlue {
 public:
  CallGlue(const code::Classes& classes, const code::Callable& callable);
  virtual ~CallGlue() = default;

  // "const int key, Node& other": of functions that take the arguments, under the names that a clause uses.
  std::string parameters(const std::vector<std::string>& names) const;
  bool has_result() const;
  std::string result_type() const;
  const code::Callable& callable() const { return callable_; }

  virtual std::string arguments() const;
  // A pointer to the object as one of the struct `as`, which is derived from `base`, the object's own class
  // or one of its bases.
  virtual std::string receiver(const std::string& base, const std::string& as) const;
  virtual std::string result_argument() const;
  // Whether clauses report the values of their subexpressions, to fretsaw_part().
  virtual bool notes_parts() const { return true; }
  // What was remembered of the expression `value`, as the one of that number.
  virtual std::string old(const std::string& value, std::size_t number) const;

 protected:
  const code::Classes& classes_;
  const code::Callable& callable_;
  std::vector<const code::FieldInfo*> fields_;
  std::vector<std::string> types_;
};

// An invariant in C++: what must be defined, and whether it holds of the object that the void* `object` points
// to. `id` is unique.
struct InvariantGlue {
  std::string definition;
  std::string expression;
};
Result<InvariantGlue> invariant_glue(const code::Classes& classes, const CxxInvariant& invariant,
                                     const std::string& id, bool notes_parts = false);

class BehaviorGlue {
 public:
  // A clause, and the expression that is true if it holds.
  struct Question {
    const Condition* condition;
    std::string expression;
  };

  // All outlive it; `id` is unique.
  BehaviorGlue(const code::Classes& classes, const CallGlue& call, const BehaviorContract& behavior_contract,
               std::string id);

  Status read(bool only_preconditions);

  // Once it is read. The struct with everything that expressions here need.
  std::string definition() const { return placed(scope_, base_, id_, members_); }
  const std::vector<Question>& preconditions() const { return preconditions_; }
  const std::vector<Question>& postconditions() const { return postconditions_; }
  const std::vector<Question>& signals() const { return signals_; }  // their conditions
  const std::vector<std::string>& olds() const { return olds_; }     // expressions, by their numbers
  // Whether the exception being handled has the type of the `signals` with that number.
  std::string catches(std::size_t number) const;

 private:
  enum class Phase { Before, After, Thrown };

  bool has_object(Phase phase) const;
  std::string prefix(Phase phase) const;
  void add(const Condition& condition, Phase phase, std::vector<Question>& list);

  const CallGlue& call_;
  const BehaviorContract& behavior_contract_;
  std::string id_;
  std::string base_;
  Scope scope_;
  std::string self_;
  std::string members_;
  int count_ = 0;
  std::vector<Question> preconditions_, postconditions_, signals_;
  std::vector<std::string> olds_;
  std::optional<Diagnostic> error_;
};

}  // namespace fretsaw::contract
