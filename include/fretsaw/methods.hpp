// SPDX-License-Identifier: MIT
//
// A method held against its contract on every valid input, inside a test: what `fretsaw check` does.
//
// Example:
//
//     TEST(SearchTree, KeepsItsContracts) {
//       FRETSAW_EXPECT_CONTRACT("search_tree.hpp", "SearchTree::remove", {.size = 2});
//       FRETSAW_EXPECT_CONTRACT("search_tree.hpp", "SearchTree::contains", {.size = 2});
//     }
//
// The header is compiled by itself, and its methods are called in a process of their own: a crash is a
// failing test, and not its end. The test links with fretsaw::fretsaw and needs no instrumentation.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fretsaw/limits.hpp"

namespace fretsaw {

// Whose macros an emitted test uses.
enum class TestKind : std::uint8_t { GoogleTest, Catch2 };

// As on the command line; names are the same.
struct MethodOptions {
  int size = -1;  // negative: not given; if nothing is, 3
  std::vector<std::pair<std::string, int>> objects{};
  std::vector<std::pair<std::string, std::string>> values{};
  std::string such_that{};  // "{ … }"
  std::vector<std::string> sources{};
  std::string cxxflags{};
  bool keep_going = false;
  bool sanitize_addresses = false;
  double seconds_per_input = 1;
  unsigned threads = 1;
  Limits limits{};
};

struct MethodVerdict {
  std::uint64_t inputs = 0;
  std::uint64_t passed = 0;
  std::uint64_t failed = 0;
  bool complete = false;  // all valid inputs within the bounds were run
  std::string text{};     // the counterexamples, or why there is no answer

  // All valid inputs, of which there are some, pass.
  explicit operator bool() const { return complete && failed == 0 && inputs > 0; }
};

// `method` as --method names it; empty: all methods of the header that have a contract.
MethodVerdict check_method(const std::string& header, const std::string& method, const MethodOptions& options);

}  // namespace fretsaw

// A GoogleTest expectation; the counterexample is its message.
#define FRETSAW_EXPECT_CONTRACT(header, method, ...)                                                       \
  do {                                                                                                     \
    const ::fretsaw::MethodVerdict fretsaw_verdict = ::fretsaw::check_method(header, method, __VA_ARGS__); \
    EXPECT_TRUE(static_cast<bool>(fretsaw_verdict)) << fretsaw_verdict.text;                               \
  } while (false)
