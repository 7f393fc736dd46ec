// SPDX-License-Identifier: MIT
// What a test in C++ needs beside itself. Every test has all of it, so that each can be kept by itself; in a
// file with several tests of one method it is compiled once, and need not be written more than once.
#pragma once

#include <string>

namespace fretsaw::call {

// In texts for with_support: the name that support and test have in common.
inline constexpr const char* kSupport = "fretsaw_support_of_test";

// The test with what it needs, under a name that begins with `name` and is another for another text.
std::string with_support(const std::string& support, const std::string& test, const std::string& name);

// A string literal of C++, on one line.
std::string literal(const std::string& text);

// Tests one after the other: what several of them need is there once.
std::string without_repeated_support(const std::string& tests);

}  // namespace fretsaw::call
