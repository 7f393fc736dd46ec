// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cpp/call/check.hpp"
#include "cpp/code/user_code.hpp"

namespace fretsaw::call {

// What stands before tests in a file: how that is compiled, which for code with other sources or flags is
// with these, and what all tests need.
std::string test_opening(const code::CodeRequest& code, TestKind kind);

}  // namespace fretsaw::call
