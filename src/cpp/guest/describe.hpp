// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "cpp/guest/child/termination.hpp"

namespace fretsaw::guest {

// In JSON documents and in counts: "null access", "time limit", …
const char* to_string(Termination how);

// The text for people, the same in every verb: "segmentation fault: null pointer dereference".
std::string describe(const TerminationRecord& record);

// The first lines of the output of the user's code, with control characters escaped.
std::string shown_output(std::string_view output);

}  // namespace fretsaw::guest
