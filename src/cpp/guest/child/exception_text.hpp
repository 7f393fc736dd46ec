// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace fretsaw::guest {

// The type and, if it has one, the message of the exception that is being handled.
std::string exception_text();

}  // namespace fretsaw::guest
