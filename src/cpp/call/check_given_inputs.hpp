// SPDX-License-Identifier: MIT
// Calls with given inputs, and checks the effects of each call against the contract.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cpp/call/check.hpp"
#include "cpp/call/programs.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/finitization.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw::call {

struct GivenInputsRequest {
  const MethodProgram& caller;
  std::size_t method = 0;  // of the caller's subjects
  Bounds bounds{};         // those of the space that the inputs are of
  double input_timeout_seconds = 1;
  bool finds_leaks = false;
  std::optional<TestKind> emits{};  // every call has a test
  Limits limits{};
};

struct GivenInputsResult {
  // By input. Without failures: it passes. Nothing: the input is not valid, or a limit came before it.
  std::vector<std::optional<Counterexample>> calls;
  StopReason stop = StopReason::None;
};

// An input is a word for each variable (space.hpp); free numbers are given in 64 bits, with their sign.
Result<GivenInputsResult> check_given_inputs(const GivenInputsRequest& request,
                                             std::span<const std::vector<std::uint64_t>> inputs);

}  // namespace fretsaw::call
