// SPDX-License-Identifier: MIT
// How a verb reports that a limit or an interrupt came before its results.
#pragma once

#include "cli/console.hpp"
#include "cli/verbs.hpp"
#include "report/result_sink.hpp"

namespace fretsaw::cli {

Exit exit_after(StopReason stop);

// For a verb without any results: "time limit reached while ACTIVITY". With --json, this is in the document.
Exit report_limit(Console& console, StopReason stop, const char* activity);

}  // namespace fretsaw::cli
