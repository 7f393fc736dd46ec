// SPDX-License-Identifier: MIT
#include "cli/limit_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/interrupts.hpp"

namespace fretsaw::cli {

Exit exit_after(StopReason stop) {
  if (interrupted() || stop == StopReason::Cancelled) return Exit::Interrupted;
  return stop == StopReason::None ? Exit::AsExpected : Exit::Limit;
}

Exit report_limit(Console& console, StopReason stop, const char* activity) {
  const Diagnostic error = limit_error(stop, activity);
  console.report_error(error);
  if (console.json()) {
    JsonDocument& document = console.document();
    document.open_list("results");
    document.add("stop", to_string(stop));
    document.add("error", to_json(error));
    if (interrupted()) document.add("interrupted", true);
  }
  return exit_after(stop);
}

}  // namespace fretsaw::cli
