// SPDX-License-Identifier: MIT
// Records how a worker's process ends, before it does (see die()).
#pragma once

#include <string>

namespace fretsaw::guest {

// From now on, crash signals, std::terminate() and exit() are recorded.
void catch_faults();
// Also records reports of sanitizers and assert(). For programs of the user's code only: in any other program, it would
// replace the assert() of the C library.
void install_report_handlers();

// Whether this process is a worker with an input.
bool is_handling_input();

// The type and, if it has one, the message of the exception that is being handled.
std::string exception_text();

}  // namespace fretsaw::guest
