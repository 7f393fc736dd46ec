// SPDX-License-Identifier: MIT
// Clauses as the type checker of models wants them: lengths of arrays become relations of their own,
// qualified names the names of sigs, and what only contracts can get wrong is said here.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "alloy/syntax/ast.hpp"
#include "base/source.hpp"

namespace fretsaw::contract {

// What names may mean in one clause.
struct Vocabulary {
  bool two_states = false;
  bool in_helper = false;            // knows no parameters
  std::set<std::string> parameters;  // without @
  bool has_result = false;
  std::set<std::string> fields;           // of all classes
  std::map<std::string, int> dimensions;  // of fields ("f") and parameters ("@p") that are arrays
  std::map<std::string, std::string>
      sigs;  // full and partial names of classes and enumerators → sig; "": ambiguous
  std::map<std::string, std::string> unsupported;  // fields and parameters ("@p") → why they are no relations
};

Result<alloy::ExprPtr> adapt(const alloy::ExprPtr& expr, const Vocabulary& vocabulary);
Status adapt(alloy::Function& helper, const Vocabulary& vocabulary);

}  // namespace fretsaw::contract
