// SPDX-License-Identifier: MIT
// What the verbs that call methods are asked to do, as method/ takes it.
#pragma once

#include "cli/console.hpp"
#include "cli/settings.hpp"
#include "cpp/call/check.hpp"
#include "fretsaw/diagnostic.hpp"

namespace fretsaw::cli {

Result<call::CheckRequest> check_request(const Settings& settings, Console& console);

}  // namespace fretsaw::cli
