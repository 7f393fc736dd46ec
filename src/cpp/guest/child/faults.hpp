// SPDX-License-Identifier: MIT
// What a worker's process does instead of going on, written down before it ends (see die()).
#pragma once

#include <string>

namespace fretsaw::guest {

// From now on signals of crashes, std::terminate() and exit() are written down.
void catch_faults();
// What sanitizers and assert() report, too. For programs of the user's code only: what this links in would
// take the place of the C library's assert() in any other.
void take_reports();

// Is this process a worker with an input?
bool is_at_work();

// The type and, if it has one, the message of the exception that is being handled.
std::string exception_text();

}  // namespace fretsaw::guest
