// SPDX-License-Identifier: MIT
#include "cpp/search/watching.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "cpp/code/build.hpp"
#include "cpp/search/embedded_runtime.hpp"
#include "cpp/search/inline_hooks.hpp"

namespace fretsaw::search {

namespace {

bool has_containers(const code::Classes& classes) {
  return std::ranges::any_of(classes.types, [](const code::TypeInfo& type) {
    return type.kind == detail::kContainerType && !type.is_string && type.count == 0;
  });
}

}  // namespace

code::Instrumentation watching(const code::Classes& classes) {
  constexpr std::string_view kWrap = "wrap ";
  constexpr std::string_view kOnlyGcc = "g++ ";
  const bool is_clang = code::compiler().find("clang") != std::string::npos;
  constexpr std::string_view kWrapForContainers = "wrap-for-containers ";
  const bool wraps_for_containers = has_containers(classes);
  code::Instrumentation out;
  std::string_view rest = watched_code_flags();
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.starts_with('-')) out.compile_flags.emplace_back(line);
    if (line.starts_with(kOnlyGcc) && !is_clang) out.compile_flags.emplace_back(line.substr(kOnlyGcc.size()));
    if (wraps_for_containers && line.starts_with(kWrapForContainers))
      out.link_flags.push_back("-Wl,--wrap=" + std::string(line.substr(kWrapForContainers.size())));
    if (!line.starts_with(kWrap)) continue;
    const std::string function(line.substr(kWrap.size()));
    out.compile_flags.push_back("-fno-builtin-" + function);
    out.link_flags.push_back("-Wl,--wrap=" + function);
  }
  out.edit_assembly = inline_hooks;
  return out;
}

}  // namespace fretsaw::search
