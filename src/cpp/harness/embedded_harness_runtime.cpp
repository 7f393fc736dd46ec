// SPDX-License-Identifier: MIT
#include "cpp/harness/embedded_harness_runtime.hpp"

#include "cpp/code/embed.hpp"

FRETSAW_EMBED(fretsaw_embedded_harness_archive, FRETSAW_BUILD "/lib/libfretsaw_harness_runtime.a")
FRETSAW_EMBED(fretsaw_embedded_instance_header, FRETSAW_ROOT "/include/fretsaw/alloy_instance.hpp")
FRETSAW_EMBED(fretsaw_embedded_harness_header, FRETSAW_ROOT "/include/fretsaw/harness.hpp")

namespace fretsaw::harness {

code::Runtime harness_runtime() {
  return {{{"fretsaw/alloy_instance.hpp", fretsaw_embedded_instance_header()},
           {"fretsaw/harness.hpp", fretsaw_embedded_harness_header()}},
          fretsaw_embedded_harness_archive()};
}

}  // namespace fretsaw::harness
