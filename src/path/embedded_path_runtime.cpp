// SPDX-License-Identifier: MIT
#include "path/embedded_path_runtime.hpp"

#include "predicate/embedded_runtime.hpp"

asm(".section .rodata\n"
    ".balign 16\n"
    ".globl fretsaw_embedded_paths_begin\n"
    ".globl fretsaw_embedded_paths_end\n"
    "fretsaw_embedded_paths_begin:\n"
    ".incbin \"" FRETSAW_PATH_RUNTIME_ARCHIVE
    "\"\n"
    "fretsaw_embedded_paths_end:\n"
    ".byte 0\n"
    ".balign 16\n"
    ".globl fretsaw_embedded_plugin_begin\n"
    ".globl fretsaw_embedded_plugin_end\n"
    "fretsaw_embedded_plugin_begin:\n"
    ".incbin \"" FRETSAW_PATH_PLUGIN
    "\"\n"
    "fretsaw_embedded_plugin_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" const char fretsaw_embedded_paths_begin[];
extern "C" const char fretsaw_embedded_paths_end[];
extern "C" const char fretsaw_embedded_plugin_begin[];
extern "C" const char fretsaw_embedded_plugin_end[];

namespace fretsaw::path {

cxx::Runtime path_runtime() {
  cxx::Runtime runtime = search_runtime();
  runtime.archive = {fretsaw_embedded_paths_begin,
                     static_cast<std::size_t>(fretsaw_embedded_paths_end - fretsaw_embedded_paths_begin)};
  return runtime;
}

std::string_view path_plugin() {
  return {fretsaw_embedded_plugin_begin,
          static_cast<std::size_t>(fretsaw_embedded_plugin_end - fretsaw_embedded_plugin_begin)};
}

}  // namespace fretsaw::path
