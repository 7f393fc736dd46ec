// SPDX-License-Identifier: MIT
// A process that runs harnesses (see payloads.hpp).
#pragma once

#include <vector>

#include "fretsaw/harness.hpp"
#include "work/channel.hpp"

namespace fretsaw::harness {

// Offers them, and runs the one that is chosen, until the host hangs up. Ends the process.
[[noreturn]] void serve(const std::vector<detail::RegisteredHarness>& harnesses, work::Channel channel);

}  // namespace fretsaw::harness
