// SPDX-License-Identifier: MIT
// How a verb says that it had no time, memory or leave to answer.
#pragma once

#include "cli/console.hpp"
#include "cli/verbs.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::cli {

Exit exit_after(Stop stop);

// For a verb that has no results at all: "… before there was an instance". With --json, this is in the
// document.
Exit report_limit(Console& console, Stop stop, const char* before);

}  // namespace fretsaw::cli
