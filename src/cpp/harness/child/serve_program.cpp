// SPDX-License-Identifier: MIT
#include "cpp/harness/child/serve.hpp"

// What a program of harnesses does.
extern "C" int fretsaw_serve_harnesses() {
  fretsaw::harness::serve(fretsaw::detail::offered_harnesses(),
                          fretsaw::work::Channel::take_standard_input());
}
