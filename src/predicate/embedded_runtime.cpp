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
FRETSAW_EMBED(fretsaw_embedded_class_table, FRETSAW_ROOT "/include/fretsaw/detail/class_table.hpp");
FRETSAW_EMBED(fretsaw_embedded_contract_table, FRETSAW_ROOT "/include/fretsaw/detail/contract_table.hpp");
FRETSAW_EMBED(fretsaw_embedded_finitization, FRETSAW_ROOT "/include/fretsaw/finitization.hpp");
FRETSAW_EMBED(fretsaw_embedded_watched_code, FRETSAW_ROOT "/cmake/watched_code.txt");

namespace fretsaw {

namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

cxx::Runtime search_runtime() {
  return {{{"fretsaw/detail/class_table.hpp",
            between(fretsaw_embedded_class_table_begin, fretsaw_embedded_class_table_end)},
           {"fretsaw/detail/contract_table.hpp",
            between(fretsaw_embedded_contract_table_begin, fretsaw_embedded_contract_table_end)},
           {"fretsaw/finitization.hpp",
            between(fretsaw_embedded_finitization_begin, fretsaw_embedded_finitization_end)}},
          between(fretsaw_embedded_archive_begin, fretsaw_embedded_archive_end)};
}

std::string_view watched_code_flags() {
  return between(fretsaw_embedded_watched_code_begin, fretsaw_embedded_watched_code_end);
}

}  // namespace fretsaw
