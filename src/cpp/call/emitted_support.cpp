// SPDX-License-Identifier: MIT
#include "cpp/call/emitted_support.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <string_view>

namespace fretsaw::call {

namespace {

constexpr std::string_view kBegins = "#ifndef FRETSAW_HAS_";
constexpr std::string_view kEnds = "#endif  // FRETSAW_HAS_";

std::string replaced(std::string text, const std::string& name) {
  const std::string_view wanted = kSupport;
  for (std::size_t at = text.find(wanted); at != std::string::npos; at = text.find(wanted, at + name.size()))
    text.replace(at, wanted.size(), name);
  return text;
}

// FNV-1a: the same on every machine, since names of tests are kept.
std::uint32_t hash_of(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char each : text) hash = (hash ^ static_cast<unsigned char>(each)) * 16777619U;
  return hash;
}

}  // namespace

std::string with_support(const std::string& support, const std::string& test, const std::string& name) {
  const std::string own = fmt::format("{}_{:08x}", name, hash_of(support));
  return replaced(fmt::format("{0}{1}\n#define FRETSAW_HAS_{1}\n{2}{3}{1}\n\n{4}", kBegins, kSupport, support,
                              kEnds, test),
                  own);
}

std::string literal(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

std::string without_repeated_support(const std::string& tests) {
  std::set<std::string> seen;
  std::string out;
  std::size_t at = 0;
  for (;;) {
    const std::size_t begin = tests.find(kBegins, at);
    if (begin == std::string::npos) return out + tests.substr(at);
    const std::size_t end = tests.find('\n', tests.find(kEnds, begin)) + 1;
    const std::string name = tests.substr(begin, tests.find('\n', begin) - begin);
    out += tests.substr(at, begin - at);
    const bool is_new = seen.insert(name).second;
    if (is_new) out += tests.substr(begin, end - begin);
    at = is_new ? end : end + 1;  // an empty line follows
  }
}

}  // namespace fretsaw::call
