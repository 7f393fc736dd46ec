// SPDX-License-Identifier: MIT
// Translates clauses for the type checker of models: lengths of arrays become separate relations, qualified names the
// names of sigs. Errors that only contracts can have are reported here.
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
