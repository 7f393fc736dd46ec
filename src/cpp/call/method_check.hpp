// SPDX-License-Identifier: MIT
// One method, checked: its inputs found, put in order, called with.
#pragma once

#include <functional>

#include "cpp/call/check.hpp"
#include "cpp/call/check_ledger.hpp"
#include "cpp/call/programs.hpp"

namespace fretsaw::call {

struct MethodTask {
  const CheckRequest& request;
  const CheckListener& listener;
  const MethodProgram& caller;
  std::size_t method;  // of the caller's subjects
  Bounds bounds;
  Limits limits;
  // Makes the program that searches for inputs, if it takes one.
  std::function<Result<const MethodProgram*>()> searcher;
};

// Goes on from where the ledger's current method is. No input at all is an error.
Result<MethodReport> check_method(const MethodTask& task, CheckLedger& ledger);

}  // namespace fretsaw::call
