// SPDX-License-Identifier: MIT
// A process that runs harnesses (see wire.hpp).
#pragma once

#include <string>
#include <vector>

#include "fretsaw/harness.hpp"

namespace fretsaw::harness {

// What an exception says: its type and message.
std::string exception_text(const std::exception& exception);

// Offers them, and runs the one that is chosen, until there are no more instances. The descriptors are
// neither standard input nor output, which the harness shall not have. Ends the process.
[[noreturn]] void serve(const std::vector<detail::OfferedHarness>& offers, int in, int out);

}  // namespace fretsaw::harness
