// SPDX-License-Identifier: MIT
// Limits across several steps: what is left of them, and the error of a step that reached one.
#pragma once

#include <string>

#include "base/stopwatch.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw {

// For a step that begins now, when the work began with the stopwatch.
Limits limits_left(const Limits& limits, const Stopwatch& since);

const char* stop_text(Stop stop);  // "the time limit was reached"

// "the time limit was reached before the model was read"; Diagnostic::stop says which.
Diagnostic limit_error(Stop stop, const std::string& before);

}  // namespace fretsaw
