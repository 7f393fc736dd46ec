// SPDX-License-Identifier: MIT
// Checks one method: finds its inputs, sorts them, and runs the calls.
#pragma once

#include <functional>

#include "cpp/call/check.hpp"
#include "cpp/call/check_checkpoint.hpp"
#include "cpp/call/programs.hpp"

namespace fretsaw::call {

struct MethodTask {
  const CheckRequest& request;
  const CheckListener& listener;
  const MethodProgram& caller;
  std::size_t method;  // of the caller's subjects
  Bounds bounds;
  Limits limits;
  // Builds the program that searches for inputs, if one is needed.
  std::function<Result<const MethodProgram*>()> searcher;
};

// Resumes from the ledger's current method. Errors: no valid input.
Result<MethodReport> check_method(const MethodTask& task, CheckCheckpoint& checkpoint);

}  // namespace fretsaw::call
