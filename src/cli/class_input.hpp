// SPDX-License-Identifier: MIT
// What the verbs that read C++ headers have in common.
#pragma once

#include "cli/console.hpp"
#include "cli/settings.hpp"
#include "cpp/inputs/class_search.hpp"

namespace fretsaw::cli {

// The user's code, bounds and search as the options describe them.
Result<inputs::GenerateRequest> class_request(const Settings& settings, const Console& console);

}  // namespace fretsaw::cli
