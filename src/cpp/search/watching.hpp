// SPDX-License-Identifier: MIT
#pragma once

#include "cpp/code/build.hpp"
#include "cpp/code/classes.hpp"

namespace fretsaw::search {

// The user's code, compiled so that every load and store is reported, calls of the C library's memory
// functions stay calls, and functions return by way of the runtime, so that they can be resumed without the
// processor losing its way. Where objects hold containers of the standard library, more of its functions are watched.
code::Instrumentation watching(const code::Classes& classes);

}  // namespace fretsaw::search
