// SPDX-License-Identifier: MIT
#pragma once

#include "cpp/code/build.hpp"

namespace fretsaw::search {

// The user's code, compiled so that every load and store is reported, calls of the C library's memory
// functions stay calls, and functions return by way of the runtime, so that they can be resumed without the
// processor losing its way.
code::Instrumentation watching();

}  // namespace fretsaw::search
