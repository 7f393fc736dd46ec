// SPDX-License-Identifier: MIT
#include "report/ending.hpp"

#include <fmt/format.h>

namespace fretsaw {

std::string ending_text(const Ending& ending, const std::string& complete) {
  if (ending.error) return ", stopped by an error";
  if (ending.stop == Stop::Cancelled) return ", interrupted";
  if (ending.stop != Stop::None) return fmt::format(", stopped by the {} limit", to_string(ending.stop));
  if (ending.complete) return complete;
  return ending.enough ? ", stopped by --limit" : ", stopped";
}

}  // namespace fretsaw
