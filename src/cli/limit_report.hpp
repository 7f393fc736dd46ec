// SPDX-License-Identifier: MIT
// How a verb says that it had no time, memory or leave to answer.
#pragma once

#include "cli/console.hpp"
#include "cli/verbs.hpp"

namespace fretsaw::cli {

const char* stop_text(Stop stop);  // "the time limit was reached"
Exit exit_after(Stop stop);

// For a verb that has no results at all: "… before there was an instance". With --json, this is the document.
Exit report_limit(Console& console, Stop stop, const char* before);

}  // namespace fretsaw::cli
