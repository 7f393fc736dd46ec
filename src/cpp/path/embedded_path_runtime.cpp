// SPDX-License-Identifier: MIT
#include "cpp/path/embedded_path_runtime.hpp"

#include "cpp/code/embed.hpp"
#include "cpp/search/embedded_runtime.hpp"

FRETSAW_EMBED(fretsaw_embedded_paths, FRETSAW_BUILD "/lib/libfretsaw_path_runtime.a")
FRETSAW_EMBED(fretsaw_embedded_plugin, FRETSAW_BUILD "/lib/fretsaw_path_pass.so")

namespace fretsaw::path {

code::Runtime path_runtime() {
  code::Runtime runtime = search::search_runtime();
  runtime.archive = fretsaw_embedded_paths();
  return runtime;
}

std::string_view path_plugin() { return fretsaw_embedded_plugin(); }

}  // namespace fretsaw::path
