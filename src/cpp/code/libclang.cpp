// SPDX-License-Identifier: MIT
#include "cpp/code/libclang.hpp"

#include <dlfcn.h>

namespace fretsaw::code {

#define FRETSAW_DEFINE(function) \
  decltype(&::function) function = nullptr;  // NOLINT(bugprone-macro-parentheses): a name that is declared
FRETSAW_LIBCLANG_FUNCTIONS(FRETSAW_DEFINE)
#undef FRETSAW_DEFINE

namespace {

bool load() {
  void* const library = dlopen("libclang-19.so.19", RTLD_NOW);
  if (library == nullptr) return false;
#define FRETSAW_FIND(function)                                                   \
  function = reinterpret_cast<decltype(&::function)>(dlsym(library, #function)); \
  if ((function) == nullptr) return false;
  FRETSAW_LIBCLANG_FUNCTIONS(FRETSAW_FIND)
#undef FRETSAW_FIND
  return true;
}

}  // namespace

Status load_libclang() {
  static const bool loaded = load();
  if (loaded) return Success{};
  return input_error("libclang 19 not found: it is required to read C++", "install the package libclang1-19");
}

}  // namespace fretsaw::code
