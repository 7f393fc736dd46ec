// SPDX-License-Identifier: MIT
#include "cli/limit_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/interrupts.hpp"

namespace fretsaw::cli {

const char* stop_text(Stop stop) {
  switch (stop) {
    case Stop::Time:
      return "the time limit was reached";
    case Stop::Memory:
      return "the memory limit was reached";
    case Stop::Cancelled:
      return "interrupted";
    case Stop::None:
      break;
  }
  return "stopped";
}

Exit exit_after(Stop stop) {
  if (interrupted() || stop == Stop::Cancelled) return Exit::Interrupted;
  return stop == Stop::None ? Exit::AsExpected : Exit::Limit;
}

Exit report_limit(Console& console, Stop stop, const char* before) {
  const Diagnostic error = input_error(fmt::format("{} before {}", stop_text(stop), before));
  console.complain(error);
  if (console.json()) {
    auto document = console.document();
    document["results"] = nlohmann::ordered_json::array();
    document["stop"] = to_string(stop);
    document["error"] = to_json(error);
    if (interrupted()) document["interrupted"] = true;
    console.emit(std::move(document));
  }
  return exit_after(stop);
}

}  // namespace fretsaw::cli
