// SPDX-License-Identifier: MIT
//
// Checks a method against its contract on every valid input, inside a test: what `fretsaw check` does.
//
// Example:
//
//     TEST(SearchTree, KeepsItsContracts) {
//       FRETSAW_EXPECT_CONTRACT("search_tree.hpp", "SearchTree::remove", {.bounds = {.size = 2}});
//       FRETSAW_EXPECT_CONTRACT("search_tree.hpp", "SearchTree::contains", {.bounds = {.size = 2}});
//     }
//
// The header is compiled separately, and its methods are called in a separate process, so that a crash fails the
// test instead of ending it. The test links with fretsaw::fretsaw and needs no instrumentation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fretsaw/check_result.hpp"
#include "fretsaw/code.hpp"
#include "fretsaw/finitization.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw {

// The framework of an emitted test.
enum class TestKind : std::uint8_t { GoogleTest, Catch2 };

// The options of the command line, with the same names.
struct MethodOptions {
  // Default, if no finitization file is given either: size 3. Bounds::finitization and Bounds::unread_fields_default
  // are not supported here (they belong to fretsaw::all).
  Bounds bounds{};
  std::string finitization_file{};  // in C++ (fretsaw/finitization.hpp); empty: none
  CodeOptions code{};
  std::string predicate{};                      // replaces the invariant of its class
  std::vector<std::string> ignored_fields{};    // "Node::color": keep their default values and are not compared
  std::vector<std::string> requires_clauses{};  // "{ … }": additional preconditions
  bool sanitize_address = false;
  bool sanitize_undefined = false;

  // Checks sizes from this one up to that of the bounds until a failure; the result is that of the last size.
  std::optional<int> first_size{};
  bool keep_going = false;                      // continue after the first failure
  std::optional<std::uint64_t> input_number{};  // run only this one (from 1)
  SearchPart part{};                            // of the inputs
  std::optional<std::uint64_t> sample{};        // draw so many inputs at random
  std::uint64_t seed = 1;
  std::vector<std::string> exclude_known{};  // output of `check --json`: ignore these failures
  std::string checkpoint{};                  // a file to resume from if it exists; empty: none

  double input_timeout_seconds = 1;       // processor time, for each call
  std::uint64_t max_counterexamples = 3;  // that are kept, of each method
  std::optional<TestKind> emit{};         // write a test for each counterexample
  unsigned threads = 1;
  Limits limits{};
};

// An input on which a method fails.
struct MethodCounterexample {
  std::string method;        // "SearchTree::remove(int)"
  std::uint64_t number = 0;  // among the inputs, from 1
  std::string call{};        // "SearchTree$0.remove(2)"
  std::vector<ObjectState> before{};
  std::optional<std::vector<ObjectState>> after{};  // absent if the call did not return
  std::string result{};                             // of the call; empty: none
  std::string exception{};
  std::vector<std::string> deleted{};    // names of objects
  std::vector<CheckFailure> failures{};  // empty if the input passed (only with input_number)
  std::string test{};                    // C++ source that fails the same way, with `emit`
};

using MethodCheckResult = CheckResult<MethodCounterexample>;

// `method` as --method names it; empty: all methods of the header that have a contract.
MethodCheckResult check_method(const std::string& header, const std::string& method, const MethodOptions& options = {});

}  // namespace fretsaw

// A GoogleTest expectation; the counterexample is its message.
#define FRETSAW_EXPECT_CONTRACT(header, method, ...)                                                          \
  do {                                                                                                        \
    const ::fretsaw::MethodCheckResult fretsaw_result = ::fretsaw::check_method(header, method, __VA_ARGS__); \
    EXPECT_TRUE(static_cast<bool>(fretsaw_result)) << fretsaw_result.text;                                    \
  } while (false)
