// SPDX-License-Identifier: MIT
// FRETSAW_EMBED(symbol, "file"): the bytes of a file as a part of this program; symbol() is a view of them. What the file is
// called and what it depends on is defined by fretsaw_embed() in cmake/FretsawRuntime.cmake.
#pragma once

#include <cstddef>
#include <string_view>

#define FRETSAW_EMBED(symbol, file)                                                   \
  asm(".section .rodata\n"                                                            \
      ".balign 16\n"                                                                  \
      ".globl " #symbol                                                               \
      "_begin\n"                                                                      \
      ".globl " #symbol "_end\n" #symbol                                              \
      "_begin:\n"                                                                     \
      ".incbin \"" file "\"\n" #symbol                                                \
      "_end:\n"                                                                       \
      ".byte 0\n"                                                                     \
      ".previous\n");                                                                 \
  extern "C" const char symbol##_begin[];                                             \
  extern "C" const char symbol##_end[];                                               \
  static std::string_view symbol() {                                                  \
    return {symbol##_begin, static_cast<std::size_t>(symbol##_end - symbol##_begin)}; \
  }
