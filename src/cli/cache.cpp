// SPDX-License-Identifier: MIT
// fretsaw cache: the location and size of the program cache, and its removal.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/text.hpp"
#include "cli/verbs.hpp"
#include "cpp/code/program_cache.hpp"

namespace fretsaw::cli {

namespace {

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / (1 << 20));
}

std::string text_of(const code::CacheSize& size) {
  return fmt::format("{}, {}", counted(size.programs, "program"), megabytes(size.bytes));
}

// Creates nothing if it does not exist.
Result<code::ProgramCache> open_existing(code::CacheSettings settings) {
  if (auto untrusted = code::cache_warning(settings)) {
    untrusted->severity = Severity::Error;
    return *std::move(untrusted);
  }
  std::error_code error;
  if (settings.folder.empty() || !std::filesystem::exists(settings.folder, error))
    return code::ProgramCache();
  settings.max_bytes = std::max<std::uint64_t>(settings.max_bytes, 1);  // shown even if it is disabled
  std::string why;
  code::ProgramCache cache(std::move(settings), [&](const std::string& note) { why = note; });
  if (!cache.is_on()) return input_error(why);
  return code::ProgramCache(cache);
}

}  // namespace

Result<Exit> cache(const Settings& settings, Console& console) {
  const code::CacheSettings where =
      code::cache_settings([&](const std::string& note) { console.warn(note); });
  auto opened = open_existing(where);
  if (!opened) return opened.error();
  const code::CacheSize before = opened->size();
  if (settings.clear) opened->clear();
  const code::CacheSize size = opened->size();
  const code::CacheSize removed = {before.programs - std::min(before.programs, size.programs),
                                   before.bytes - std::min(before.bytes, size.bytes)};
  if (console.json()) {
    JsonDocument& document = console.document();
    document.add("path",
                 where.folder.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(where.folder));
    document.add("programs", size.programs);
    document.add("bytes", size.bytes);
    document.add("limit", where.max_bytes);
    if (settings.clear) document.add("removed", {{"programs", removed.programs}, {"bytes", removed.bytes}});
    return Exit::AsExpected;
  }
  if (where.folder.empty()) {
    console.out().write("no program cache: neither XDG_CACHE_HOME nor HOME is set to an absolute path\n");
    return Exit::AsExpected;
  }
  if (settings.clear) console.out().write(fmt::format("removed {}\n", text_of(removed)));
  console.out().write(
      fmt::format("{}: {} (limit {} MB)\n", where.folder, text_of(size), grouped(where.max_bytes >> 20)));
  if (settings.clear && size.programs > 0)
    console.out().write(fmt::format("not removed: {} in use\n", counted(size.programs, "program")));
  return Exit::AsExpected;
}

}  // namespace fretsaw::cli
