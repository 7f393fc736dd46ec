// SPDX-License-Identifier: MIT
// How work that gives one result after the other came to its end, in words: the same for all such work, so
// that no end is taken for another.
#pragma once

#include <optional>
#include <string>

#include "base/limit.hpp"
#include "fretsaw/diagnostic.hpp"
#include "fretsaw/limits.hpp"

namespace fretsaw {

// At most one of these is the reason; none if the reader of the results went away.
struct Ending {
  bool complete = false;            // there are no more
  bool enough = false;              // as many as --limit wants
  Stop stop = Stop::None;           // a limit of Limits
  std::optional<Diagnostic> error;  // of what came in between, a full disk for instance
};

// To follow a number of results: " in all" (or what else complete work is), ", stopped by --limit", ",
// stopped by the time limit", ", interrupted", ", stopped by an error", ", stopped".
std::string ending_text(const Ending& ending, const std::string& complete = " in all");

}  // namespace fretsaw
