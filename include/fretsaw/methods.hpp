// SPDX-License-Identifier: MIT
//
// A method held against its contract on every valid input, inside a test: what `fretsaw check` does.
//
// Example:
//
//     TEST(SearchTree, KeepsItsContracts) {
//       FRETSAW_EXPECT_CONTRACT("search_tree.hpp", "SearchTree::remove", {.bounds = {.size = 2}});
//       FRETSAW_EXPECT_CONTRACT("search_tree.hpp", "SearchTree::contains", {.bounds = {.size = 2}});
//     }
//
// The header is compiled by itself, and its methods are called in a process of their own: a crash is a
// failing test, and not its end. The test links with fretsaw::fretsaw and needs no instrumentation.
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

// Whose macros an emitted test uses.
enum class TestKind : std::uint8_t { GoogleTest, Catch2 };

// As on the command line; names are the same.
struct MethodOptions {
  // Nothing given, here and in a file: size 3. A finitization that is a function, and unread fields that keep their
  // values, are for fretsaw::all.
  Bounds bounds{};
  std::string finitization_file{};  // in C++ (fretsaw/finitization.hpp); empty: none
  CodeOptions code{};
  std::string predicate{};                      // takes the place of the invariant of its class
  std::vector<std::string> ignored_fields{};    // "Node::color": as constructed, and never looked at
  std::vector<std::string> requires_clauses{};  // "{ … }": further preconditions
  bool sanitize_address = false;
  bool sanitize_undefined = false;

  // Goes up size by size, from this one to that of the bounds, until something fails; the result is of the last one.
  std::optional<int> first_size{};
  bool keep_going = false;                      // also runs the inputs after one that fails
  std::optional<std::uint64_t> input_number{};  // from 1: only that one is run
  SearchPart part{};                            // of the inputs
  std::optional<std::uint64_t> sample{};        // that many inputs, drawn at random from all
  std::uint64_t seed = 1;
  std::vector<std::string> exclude_known{};  // documents of `check --json`: their inputs are not run
  std::string checkpoint{};                  // a file that is gone on from if it exists; empty: none

  double input_timeout_seconds = 1;       // of processor time, for each call
  std::uint64_t max_counterexamples = 3;  // of each method, in full
  std::optional<TestKind> emit{};         // counterexamples have a test
  unsigned threads = 1;
  Limits limits{};
};

// An input on which a method fails.
struct MethodCounterexample {
  std::string method;        // "SearchTree::remove(int)"
  std::uint64_t number = 0;  // among the inputs, from 1
  std::string call{};        // "SearchTree$0.remove(2)"
  std::vector<ObjectState> before{};
  std::optional<std::vector<ObjectState>> after{};  // unless the call did not come back
  std::string result{};                             // of the call; empty: none
  std::string exception{};
  std::vector<std::string> deleted{};    // names of objects
  std::vector<CheckFailure> failures{};  // none if it passes: then it was asked for by its number
  std::string test{};                    // a file in C++ that fails the same way, if that is wanted
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
