// SPDX-License-Identifier: MIT
// Checks the effects of a call against its contract.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cpp/call/caller.hpp"
#include "cpp/code/classes.hpp"
#include "cpp/contract/heap_check.hpp"
#include "cpp/contract/subjects.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

// Why an input fails: the first reason, in the order of this list.
enum class FailureKind : std::uint8_t {
  Crash,  // segmentation fault, stack overflow, signal, …
  EndlessLoop,
  Abort,        // abort(), a failed assertion, std::terminate, exit()
  MemoryError,  // double delete, a pointer to a deleted object, a sanitizer's report
  Exception,    // one that the contract does not allow
  NoException,  // none, but the contract requires one
  Invariant,
  Postcondition,
  ConstParameter,
  Leak,
};
const char* to_string(FailureKind kind);  // "crash", "endless loop", …

// The message of a failure of kind ConstParameter.
std::string modified_parameter_message(const std::string& name);

struct Subexpression {
  std::string text;
  std::string value;
};

struct Failure {
  FailureKind kind = FailureKind::Crash;
  std::string message;
  std::optional<Location> location{};  // of the violated clause or subformula
  std::string clause{};                // the text of the clause on one line, if there is one
  std::vector<Subexpression> parts{};  // its subexpressions, and their values
};

struct CallVerdict {
  enum class Verdict : std::uint8_t { Rejected, Passed, Failed };
  Verdict verdict = Verdict::Rejected;
  std::vector<Failure> failures;  // all of them, the first reason first
  std::string output{};           // what the method has printed
};

class ContractChecker {
 public:
  // All outlive it. Errors: clauses that cannot be evaluated.
  static Result<ContractChecker> make(const code::Classes& classes, const contract::Subjects& subjects,
                                      std::size_t method);

  // Relational invariants and preconditions of an input that has not been called with: a bit for each
  // behavior that may apply; 0: the input is not valid. Without behaviors, any bit.
  Result<std::uint64_t> allowed(object::HeapWords before);
  // The relational clauses; null if there are none.
  const contract::HeapCheck* relational() const { return check_ ? &*check_ : nullptr; }
  bool has_relational_preconditions() const { return has_relational_preconditions_; }

  // Errors: clauses whose evaluation exceeds a limit.
  Result<CallVerdict> check(const CallRecord& record);

 private:
  ContractChecker(const code::Classes& classes, const contract::Subjects& subjects, std::size_t method)
      : classes_(&classes), subjects_(&subjects), method_(&subjects.methods[method]) {}

  const contract::Subject& subject() const { return *method_->subject; }
  Result<bool> is_true(std::size_t clause);
  Result<bool> hold(const std::vector<contract::Condition>& conditions);
  Diagnostic beyond(std::size_t clause) const;
  Status check_return(const CallRecord& record, std::vector<Failure>& failures);
  Status check_exception(const CallRecord& record, std::vector<Failure>& failures);
  Status check_invariants(const CallRecord& record, std::vector<Failure>& failures);
  void check_constants(const CallRecord& record, std::vector<Failure>& failures) const;

  const code::Classes* classes_;
  const contract::Subjects* subjects_;
  const contract::CheckedMethod* method_;
  std::optional<contract::HeapCheck> check_;
  bool has_relational_preconditions_ = false;
};

}  // namespace fretsaw::call
