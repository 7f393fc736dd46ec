// SPDX-License-Identifier: MIT
#include "cpp/path/child/modules.hpp"

#include <algorithm>
#include <string_view>

#include "cpp/path/child/shadow.hpp"

namespace fretsaw::path {

Modules& modules() {
  static Modules* const kModules = new Modules{{}, {0}, 0};
  return *kModules;
}

}  // namespace fretsaw::path

// Called by constructors of modules, before main(). The numbers are those of the module's first site and
// function.
extern "C" void fretsaw_path_module(const char* text, int* first_site, int* first_function) {
  fretsaw::path::Modules& all = fretsaw::path::modules();
  *first_site = static_cast<int>(all.first_outcome.size()) - 1;
  *first_function = static_cast<int>(all.functions);
  std::string_view rest = text;
  all.text += rest;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.starts_with('f')) ++all.functions;
    if (line.starts_with('b') || line.starts_with('r'))
      all.first_outcome.push_back(all.first_outcome.back() + 2);
    // "s LINE COLUMN COUNTS WIDTH VALUE...": an outcome for each value, and one more.
    if (line.starts_with('s') || line.starts_with('t')) {
      const auto words = static_cast<std::uint32_t>(std::count(line.begin(), line.end(), ' '));
      all.first_outcome.push_back(all.first_outcome.back() + words - 4 + 1);
    }
  }
}

// Likewise, of its static variables; some are in several modules.
extern "C" void fretsaw_path_variable(const void* address, std::uint64_t bytes, const char* name) {
  if (address != nullptr)
    fretsaw::path::shadow().add_variable({reinterpret_cast<std::uint64_t>(address), bytes, name});
}
