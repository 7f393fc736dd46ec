// SPDX-License-Identifier: MIT
// Which of the things that can be called says what a valid object is.
#pragma once

#include <optional>
#include <string>

#include "cxx/classes.hpp"
#include "cxx/reflect.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw {

// `wanted`, or the class's invariant, else rep_ok or repOk: a method of the root that returns bool, or a
// function that takes a root by pointer or reference. Of overloads, the one with the fewest arguments. The
// error lists the predicates that exist.
Result<int> find_predicate(const cxx::Classes& classes, const std::optional<std::string>& wanted);

// The same for where relational invariants may do instead: kNoPredicate if the class has one, or there is a
// .spec file that may have one, and there is no C++ predicate.
inline constexpr int kNoPredicate = -1;
Result<int> find_predicate_if_any(const cxx::Classes& classes);

// The same, for cxx::reflect.
cxx::Choice predicate_choice(std::optional<std::string> wanted, bool is_optional = false);

// What is searched for: objects of the class `root` on which a callable returns true.
struct PredicateInfo {
  int callable = -1;  // in Classes::callables
  int root = -1;      // the class that the user named or, if the predicate takes more than that, its frame
};

// Once the predicate is bound. Refuses parameters whose values cannot be chosen.
Result<PredicateInfo> bound_predicate(const cxx::Classes& classes, const std::optional<std::string>& wanted,
                                      bool is_optional = false);

// Does the predicate take more than the object itself?
inline bool takes_arguments(const PredicateInfo& predicate, const cxx::Classes& classes) {
  return predicate.root != classes.root;
}

}  // namespace fretsaw
