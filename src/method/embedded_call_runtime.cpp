// SPDX-License-Identifier: MIT
#include "method/embedded_call_runtime.hpp"

#include "predicate/embedded_runtime.hpp"

asm(".section .rodata\n"
    ".balign 16\n"
    ".globl fretsaw_embedded_calls_begin\n"
    ".globl fretsaw_embedded_calls_end\n"
    "fretsaw_embedded_calls_begin:\n"
    ".incbin \"" FRETSAW_CALL_RUNTIME_ARCHIVE
    "\"\n"
    "fretsaw_embedded_calls_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" const char fretsaw_embedded_calls_begin[];
extern "C" const char fretsaw_embedded_calls_end[];

namespace fretsaw::method {

cxx::Runtime call_runtime() {
  cxx::Runtime runtime = search_runtime();
  runtime.archive = {fretsaw_embedded_calls_begin,
                     static_cast<std::size_t>(fretsaw_embedded_calls_end - fretsaw_embedded_calls_begin)};
  return runtime;
}

}  // namespace fretsaw::method
