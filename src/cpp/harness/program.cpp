// SPDX-License-Identifier: MIT
#include "cpp/harness/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "alloy/model/names.hpp"
#include "base/nearest_name.hpp"
#include "cpp/harness/embedded_harness_runtime.hpp"

namespace fretsaw::harness {

Result<code::Program> build_program(const ProgramRequest& request, const Limits& limits,
                                    const code::ProgramCache& cache) {
  auto code = code::user_code({.header = request.file,
                               .sources = request.sources,
                               .cxxflags = request.cxxflags,
                               .build_directory = request.build_directory});
  if (!code) return code.error();
  code::ProgramSources sources;
  sources.code = *std::move(code);
  sources.code.header.clear();
  sources.plain_sources = {request.file};
  sources.runtime = harness_runtime();
  auto& flags = sources.instrumentation.compile_flags;
  // As the user compiles it; if that is not said, such that little time is lost.
  const bool has_optimization_flag =
      std::ranges::any_of(sources.code.flags, [](const std::string& flag) { return flag.starts_with("-O"); });
  if (!has_optimization_flag) flags.emplace_back("-O1");
  const auto sanitize = [&](const std::vector<std::string>& more) {
    flags.insert(flags.end(), more.begin(), more.end());
    sources.instrumentation.link_flags.push_back(more.front());
  };
  if (request.sanitizes_address) sanitize({"-fsanitize=address", "-fno-omit-frame-pointer"});
  if (request.sanitizes_undefined) sanitize({"-fsanitize=undefined", "-fno-sanitize-recover=all"});
  sources.generated = {
      {"main.cpp",
       "extern \"C\" int fretsaw_serve_harnesses();\nint main() { return fretsaw_serve_harnesses(); }\n",
       code::CompileUnit::Kind::Plain, ""}};
  return code::Program::make(sources, limits, cache);
}

Result<std::size_t> select_harness(const std::vector<HarnessInfo>& harnesses, const std::string& file,
                                   const std::optional<std::string>& name) {
  if (harnesses.empty())
    return input_error(fmt::format("no harness in '{}'", file),
                       "register one with FRETSAW_HARNESS(function, \"Postcondition\")");
  std::vector<std::string> names;
  for (const HarnessInfo& harness_index : harnesses) names.push_back(harness_index.name);
  if (!name && harnesses.size() == 1) return std::size_t{0};
  if (!name)
    return usage_error(fmt::format("'{}' defines several harnesses", file),
                       fmt::format("select one with --function: {}", fmt::join(names, ", ")));
  const auto found = std::ranges::find(names, *name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  Diagnostic unknown = usage_error(
      fmt::format("no harness '{}' in '{}'{}", *name, file, suggestion(nearest_name(*name, names))));
  unknown.notes.push_back({fmt::format("it defines {}", fmt::join(names, ", ")), std::nullopt});
  return unknown;
}

}  // namespace fretsaw::harness
