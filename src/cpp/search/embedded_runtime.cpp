// SPDX-License-Identifier: MIT
#include "cpp/search/embedded_runtime.hpp"

#include "cpp/code/embed.hpp"

FRETSAW_EMBED(fretsaw_embedded_archive, FRETSAW_BUILD "/lib/libfretsaw_runtime.a")
FRETSAW_EMBED(fretsaw_embedded_class_table, FRETSAW_ROOT "/include/fretsaw/detail/class_table.hpp")
FRETSAW_EMBED(fretsaw_embedded_contract_table, FRETSAW_ROOT "/include/fretsaw/detail/contract_table.hpp")
FRETSAW_EMBED(fretsaw_embedded_finitization, FRETSAW_ROOT "/include/fretsaw/finitization.hpp")
FRETSAW_EMBED(fretsaw_embedded_watched_code, FRETSAW_ROOT "/cmake/watched_code.txt")

namespace fretsaw::search {

code::Runtime search_runtime() {
  return {{{"fretsaw/detail/class_table.hpp", fretsaw_embedded_class_table()},
           {"fretsaw/detail/contract_table.hpp", fretsaw_embedded_contract_table()},
           {"fretsaw/finitization.hpp", fretsaw_embedded_finitization()}},
          fretsaw_embedded_archive()};
}

std::string_view watched_code_flags() { return fretsaw_embedded_watched_code(); }

}  // namespace fretsaw::search
