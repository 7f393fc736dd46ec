// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cxx/class_model.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cxx {

struct ReflectionRequest {
  std::string header;
  std::string class_name;                // as the user writes it; templates with their arguments
  std::optional<std::string> predicate;  // default: the class's invariant, else rep_ok or repOk
  bool needs_predicate = true;
  std::vector<std::string> flags;
};

// Reads the class, everything that its objects can refer to, and the predicate. Refuses a header that is
// missing or does not compile (with the compiler's message and the command), and names that do not exist
// (with those that do).
Result<ClassModel> reflect(const ReflectionRequest& request);

}  // namespace fretsaw::cxx
