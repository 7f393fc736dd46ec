// SPDX-License-Identifier: MIT
// Finds predicates by name, and rep_ok, among the callables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/code/reflect.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::contract {

// ---- of a class: objects of the class that was asked for, and what else the predicate takes

// `name`, which may say the class ("List::sorted"): a method of the root, or a function that takes a root by
// pointer or reference. Those that return bool come first, then those with the fewest arguments. The error
// lists the predicates that exist.
Result<int> find_predicate(const code::Classes& classes, const std::string& name);
// Binds it as a condition; none: nothing.
Result<code::Classes> bind_predicate(code::Reflection& reflection, const std::optional<std::string>& name);

// The error for a root without an invariant or rep_ok.
Diagnostic no_predicate(const code::Classes& classes);

// A search for objects of the class `root` on which a callable returns true.
struct PredicateInfo {
  int callable = -1;  // in Classes::callables
  int root = -1;      // the class that the user named or, if the predicate takes more than that, its frame
};

// Requires a bound predicate. Errors: parameters whose values cannot be enumerated.
Result<PredicateInfo> bound_predicate(const code::Classes& classes, const std::string& name);

// Whether the predicate takes more than the object itself.
inline bool takes_arguments(const PredicateInfo& predicate, const code::Classes& classes) {
  return predicate.root != classes.root;
}

// ---- of any class: what takes one object, and nothing else

struct ObjectPredicate {
  int callable = -1;
  int class_index = -1;  // of the object
};

// rep_ok or repOk of a class: its own method without parameters, or a function, maybe a static one of a
// class, that takes one object.
std::optional<int> default_predicate(const code::Classes& classes, int class_index);

// `name` as above, for the calls of some bound callables: of the predicates of that name, the one whose class
// is that of a receiver, or the only one. `about` is what is called, for the message.
Result<ObjectPredicate> find_object_predicate(const code::Classes& classes, const std::vector<int>& callables,
                                              const std::string& name, const std::string& about);

// A C++ expression that evaluates the predicate on `object`, a pointer to its class.
std::string predicate_call(const code::Callable& predicate, const std::string& object);

}  // namespace fretsaw::contract
