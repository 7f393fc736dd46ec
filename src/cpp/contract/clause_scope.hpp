// SPDX-License-Identifier: MIT
// The scope of a C++ clause, which is that of a member of its class.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cpp/code/classes.hpp"

namespace fretsaw::contract {

struct Scope {
  std::vector<std::string> namespaces;
  std::vector<std::string> classes;  // around it, from the outside
  std::string names;                 // further declarations visible to a member: template parameters
};

// Of the class.
Scope scope_of(const code::ClassInfo& info);
// Of a function that is no member.
Scope scope_of(const code::Callable& function);

// A struct `id` that stands there and is derived from `base`, unless that is empty: its full name, and its
// definition.
std::string placed_name(const Scope& scope, const std::string& id);
std::string placed(const Scope& scope, const std::string& base, const std::string& id,
                   const std::string& members);

// What generated functions need, after the header: for predicates, for calls, or for calls and clauses in
// C++, which may use what these headers declare. The standard library takes longer to read than all the rest.
enum class ClauseNeeds : std::uint8_t { Predicates, Calls, Clauses };
std::string clause_opening(const code::Classes& classes, ClauseNeeds needs);

// Whether the header must be read such that classes can be derived from final ones.
bool unseals(const code::Classes& classes);

// Follows the text of a clause, whose lines are counted as in the header.
inline constexpr const char* kEndOfClause = "\n#line 1 \"generated\"\n";

}  // namespace fretsaw::contract
