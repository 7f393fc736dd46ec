// SPDX-License-Identifier: MIT
// What is checked: the callables that were chosen, each with everything that contracts say about its calls.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "contract/subject.hpp"
#include "cxx/classes.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::method {

// An invariant in C++ that some class has: a clause, or the predicate that stands in for one.
struct CxxInvariant {
  int class_index = -1;
  const contract::Clause* clause = nullptr;  // null: the predicate
  int predicate = -1;                        // rep_ok or repOk, in Classes::callables
};

struct CheckedMethod {
  int callable = -1;    // in Classes::callables; bound
  std::string display;  // "SearchTree::remove(int)"
  std::shared_ptr<const contract::Subject> subject;
  std::set<int> classes;  // that its inputs may have
};

// Everything about the calls of one program.
struct Subjects {
  std::vector<CheckedMethod> methods;
  std::vector<CxxInvariant> invariants;  // by class, those of classes that state none by themselves last
};

// "SearchTree::remove(int)", with "const" if that tells it from another.
std::string full_name(const cxx::Callable& callable);

// Reads the contracts of the header. The classes outlive what is returned.
Result<Subjects> read_subjects(const std::string& header, const cxx::Classes& classes,
                               const std::vector<int>& callables, const std::vector<SourcePtr>& purposes);

}  // namespace fretsaw::method
