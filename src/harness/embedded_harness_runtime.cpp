// SPDX-License-Identifier: MIT
#include "harness/embedded_harness_runtime.hpp"

#define FRETSAW_EMBED_HARNESS(symbol, file) \
  asm(".section .rodata\n"                  \
      ".balign 16\n"                        \
      ".globl " #symbol                     \
      "_begin\n"                            \
      ".globl " #symbol "_end\n" #symbol    \
      "_begin:\n"                           \
      ".incbin \"" file "\"\n" #symbol      \
      "_end:\n"                             \
      ".byte 0\n"                           \
      ".previous\n");                       \
  extern "C" const char symbol##_begin[];   \
  extern "C" const char symbol##_end[]

FRETSAW_EMBED_HARNESS(fretsaw_embedded_harness_archive, FRETSAW_HARNESS_ARCHIVE);
FRETSAW_EMBED_HARNESS(fretsaw_embedded_instance_header, FRETSAW_HARNESS_HEADERS "/alloy_instance.hpp");
FRETSAW_EMBED_HARNESS(fretsaw_embedded_harness_header, FRETSAW_HARNESS_HEADERS "/harness.hpp");
#undef FRETSAW_EMBED_HARNESS

namespace fretsaw::harness {

namespace {

std::string_view embedded(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

cxx::Runtime harness_runtime() {
  return {{{"fretsaw/alloy_instance.hpp",
            embedded(fretsaw_embedded_instance_header_begin, fretsaw_embedded_instance_header_end)},
           {"fretsaw/harness.hpp",
            embedded(fretsaw_embedded_harness_header_begin, fretsaw_embedded_harness_header_end)}},
          embedded(fretsaw_embedded_harness_archive_begin, fretsaw_embedded_harness_archive_end)};
}

}  // namespace fretsaw::harness
