// SPDX-License-Identifier: MIT
// The contracts that define which inputs are valid: of selected callables, or of a class whose objects are requested. A
// class is a subject like a call, so that every verb has the same valid objects.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"
#include "cpp/contract/subject.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::contract {

// An invariant in C++ that some class has: a clause, or the predicate that stands in for one.
struct CxxInvariant {
  int class_index = -1;
  const Clause* clause = nullptr;  // null: the predicate
  int predicate = -1;              // rep_ok or repOk, in Classes::callables
};

struct CheckedMethod {
  int callable = -1;    // in Classes::callables; bound. -1: no call, but an object of Classes::root alone
  std::string display;  // "SearchTree::remove(int)"
  std::shared_ptr<const Subject> subject;
  std::set<int> classes;  // that its inputs may have
};

// Everything about the calls of one program.
struct Subjects {
  std::vector<CheckedMethod> methods;
  std::vector<CxxInvariant> invariants;  // by class, those of classes that state none by themselves last
};

// "SearchTree::remove(int)", with "const" if that tells it from another.
std::string full_name(const code::Callable& callable);

// Reads the contracts of the header; a `predicate` takes the place of the invariant of its class, those of
// other classes stay. The classes outlive what is returned.
Result<Subjects> read_subjects(const std::string& header, const code::Classes& classes,
                               const std::vector<int>& callables,
                               const std::vector<SourcePtr>& extra_preconditions,
                               const std::optional<std::string>& predicate = std::nullopt);

// The same for the objects of Classes::root, as the only subject. Errors: neither an invariant nor rep_ok.
Result<Subjects> read_class_subject(const std::string& header, const code::Classes& classes);

// The invariants in C++ that may concern an input of the subject.
std::vector<const CxxInvariant*> invariants_of(const Subjects& subjects, std::size_t method);

// The names of these and of the relational ones, for --verbose: "rep_ok, { some root }".
std::string invariants_text(const code::Classes& classes, const Subjects& subjects, std::size_t method);

}  // namespace fretsaw::contract
