// SPDX-License-Identifier: MIT
// The settings of the verbs that call methods, as a CheckRequest of cpp/call.
#pragma once

#include "cli/console.hpp"
#include "cli/settings.hpp"
#include "cpp/call/check.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cli {

Result<call::CheckRequest> check_request(const Settings& settings, Console& console);

}  // namespace fretsaw::cli
