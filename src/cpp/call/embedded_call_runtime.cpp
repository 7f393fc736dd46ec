// SPDX-License-Identifier: MIT
#include "cpp/call/embedded_call_runtime.hpp"

#include "cpp/code/embed.hpp"
#include "cpp/search/embedded_runtime.hpp"

FRETSAW_EMBED(fretsaw_embedded_calls, FRETSAW_BUILD "/lib/libfretsaw_call_runtime.a")

namespace fretsaw::call {

code::Runtime call_runtime() {
  code::Runtime runtime = search::search_runtime();
  runtime.archive = fretsaw_embedded_calls();
  return runtime;
}

}  // namespace fretsaw::call
