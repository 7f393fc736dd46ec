// SPDX-License-Identifier: MIT
#include "predicate/embedded_runtime.hpp"

#define FRETSAW_EMBED(symbol, file)       \
  asm(".section .rodata\n"                \
      ".balign 16\n"                      \
      ".globl " #symbol                   \
      "_begin\n"                          \
      ".globl " #symbol "_end\n" #symbol  \
      "_begin:\n"                         \
      ".incbin \"" file "\"\n" #symbol    \
      "_end:\n"                           \
      ".byte 0\n"                         \
      ".previous\n");                     \
  extern "C" const char symbol##_begin[]; \
  extern "C" const char symbol##_end[]

FRETSAW_EMBED(fretsaw_embedded_archive, FRETSAW_RUNTIME_ARCHIVE);
FRETSAW_EMBED(fretsaw_embedded_class_table, FRETSAW_INCLUDE_DIR "/fretsaw/detail/class_table.hpp");
FRETSAW_EMBED(fretsaw_embedded_finitization, FRETSAW_INCLUDE_DIR "/fretsaw/finitization.hpp");

namespace fretsaw {

namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::string_view runtime_archive() {
  return between(fretsaw_embedded_archive_begin, fretsaw_embedded_archive_end);
}

std::vector<EmbeddedFile> runtime_headers() {
  return {{"fretsaw/detail/class_table.hpp",
           between(fretsaw_embedded_class_table_begin, fretsaw_embedded_class_table_end)},
          {"fretsaw/finitization.hpp",
           between(fretsaw_embedded_finitization_begin, fretsaw_embedded_finitization_end)}};
}

}  // namespace fretsaw
