// SPDX-License-Identifier: MIT
// The C++ clauses of contracts, as data: what generated glue hands to a program that checks calls. The
// indices refer to the callables and classes of the class table.
#ifndef FRETSAW_DETAIL_CONTRACT_TABLE_HPP
#define FRETSAW_DETAIL_CONTRACT_TABLE_HPP

namespace fretsaw {
namespace detail {

// `frame` as in CallableEntry; `result` as the call left it, null if there is none; `old` as `remember` left
// it. Exceptions are let through.
using ClauseFunction = bool (*)(void* frame, void* result, void** old);

struct SignalEntry {
  bool (*is_caught)();   // while an exception is handled: whether it is of the type
  ClauseFunction holds;  // null: no condition in C++
};

// Maximum number of behaviors of one method.
enum { kMaxBehaviors = 60 };

struct BehaviorEntry {
  const ClauseFunction* preconditions;
  int precondition_count;
  const ClauseFunction* postconditions;  // null where the clause is relational
  int postcondition_count;
  const SignalEntry* exceptions;
  int exception_count;
  void (*remember)(void* frame, void** old);  // copies the operands of \old; null: none
  int old_count;
};

struct InvariantEntry {
  int class_index;
  bool (*holds)(void* object);
};

// Pointers that were passed may dangle after the call, unless the caller continues to use them.
struct ArgumentEntry {
  int is_kept;            // it is the caller's own variable, which the method can change
  int has_kept_elements;  // likewise those of the array that it points to
};

struct MethodEntry {
  int callable;                    // in ClassTable::callables
  const ArgumentEntry* arguments;  // for every field of its frame
  // The result is a reference to something that is not an object of a user's class: its type is that of the
  // referent, and the call returns its address.
  int is_result_elsewhere;
  const BehaviorEntry* behaviors;
  int behavior_count;
};

struct ContractTable {
  const InvariantEntry* invariants;
  int invariant_count;
  const MethodEntry* methods;
  int method_count;
};

}  // namespace detail
}  // namespace fretsaw

#endif
