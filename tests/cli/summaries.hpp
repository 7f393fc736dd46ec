// SPDX-License-Identifier: MIT
// The wording of summaries: tests compare output with these, so that a change of wording is one change here.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "base/text.hpp"

namespace fretsaw::test {

// "5 instances, search complete"
inline std::string complete(std::uint64_t count, const std::string& noun) {
  return counted(count, noun) + ", search complete";
}

// "5 instances, stopped at --limit"
inline std::string at_limit(std::uint64_t count, const std::string& noun) {
  return counted(count, noun) + ", stopped at --limit";
}

// "5 instances, stopped after an error"
inline std::string after_error(std::uint64_t count, const std::string& noun) {
  return counted(count, noun) + ", stopped after an error";
}

// "45 structures written to 'DIR', one file each\n"
inline std::string written(std::uint64_t count, const std::string& noun, const std::string& directory) {
  return fmt::format("{} written to '{}', one file each\n", counted(count, noun), directory);
}

// "passed on all 45 inputs (size 3)"; `scope` is what follows the inputs, as in the next functions.
inline std::string passed(std::uint64_t inputs, const std::string& scope, const std::string& noun = "input") {
  return inputs == 1 ? fmt::format("passed on the only {}{}", noun, scope)
                     : fmt::format("passed on all {}{}", counted(inputs, noun), scope);
}

// "failed on 12 of 39 inputs (size 2)"
inline std::string failed(std::uint64_t failed, std::uint64_t inputs, const std::string& scope,
                          const std::string& noun = "input") {
  return fmt::format("failed on {} of {}{}", grouped(failed), counted(inputs, noun), scope);
}

// "failed on input 3 (size 1); stopped at the first failure (use --keep-going to continue)"
inline std::string first_failure(std::uint64_t number, const std::string& scope,
                                 const std::string& noun = "input") {
  return fmt::format("failed on {} {}{}; stopped at the first failure (use --keep-going to continue)", noun,
                     number, scope);
}

// The verdicts of 'fretsaw run'.
inline constexpr const char* kInstanceFound = "instance found";
inline constexpr const char* kNoInstance = "no instance found";
inline constexpr const char* kCounterexampleFound = "counterexample found";
inline constexpr const char* kNoCounterexample = "no counterexample found";
inline constexpr const char* kTimedOut = "unknown (time limit reached)";

}  // namespace fretsaw::test
