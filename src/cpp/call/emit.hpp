// SPDX-License-Identifier: MIT
// A counterexample as a test in C++, which builds the input, makes the call, and checks its effects against the
// contract. It fails until the fault is corrected.
#pragma once

#include <string>

#include "cpp/call/check.hpp"
#include "cpp/call/emitted_support.hpp"
#include "cpp/code/classes.hpp"
#include "cpp/code/user_code.hpp"
#include "cpp/contract/heap_check.hpp"
#include "cpp/contract/subjects.hpp"
#include "cpp/space/object_graph.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::call {

struct EmittedInput {
  const code::Classes* classes = nullptr;
  const contract::Subjects* subjects = nullptr;
  std::size_t method = 0;
  const contract::HeapCheck* check = nullptr;  // null: no clause is relational
  space::ObjectGraph input;                    // as the search describes it: the root is the frame
  Counters counters{};
};

// To follow the test_opening: one test, and what it needs. `found` is the failure, with the number of the
// input. Errors: C++ clauses that cannot be parsed.
Result<std::string> emit_test(const EmittedInput& input, const Counterexample& found);

// What stands before tests in a file: how that is compiled, which for code with other sources or flags is
// with these, and what all tests need.
std::string test_opening(const code::CodeRequest& code, TestKind kind);

}  // namespace fretsaw::call
