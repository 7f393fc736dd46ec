// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <stdexcept>

#include "fretsaw/inputs.hpp"
#include "predicate/runtime/names.hpp"
#include "predicate/runtime/setup.hpp"

namespace fretsaw::detail {

namespace {

constexpr const char* kArgument = "argument";

std::string argument_name(std::size_t number) { return kArgument + std::to_string(number); }

[[noreturn]] void refuse_argument(const std::string& name, const std::string& item) {
  throw std::invalid_argument(name + ": '" + item + "' is no number and no range of numbers");
}

long long one_value(const std::string& name, const std::string& item, ArgumentKind kind) {
  if (kind == ArgumentKind::Bool && (item == "true" || item == "false")) return item == "true" ? 1 : 0;
  const bool is_quoted = item.size() == 3 && item.front() == '\'' && item.back() == '\'';
  if (kind == ArgumentKind::Char && (is_quoted || item.size() == 1)) return item[is_quoted ? 1 : 0];
  const auto number = runtime::whole_number<long long>(item);
  if (!number) refuse_argument(name, item);
  return *number;
}

// "1..3"
void add_range(const std::string& name, const std::string& item, ArgumentKind kind,
               std::vector<long long>& values) {
  const std::size_t dots = item.find("..");
  const long long low = one_value(name, item.substr(0, dots), kind);
  const long long high = dots == std::string::npos ? low : one_value(name, item.substr(dots + 2), kind);
  constexpr long long kMostValues = 10'000'000;
  if (high < low || high - low > kMostValues) refuse_argument(name, item);
  for (long long value = low; value <= high; ++value) values.push_back(value);
}

}  // namespace

std::vector<long long> argument_values(const Bounds& bounds, std::size_t number, ArgumentKind kind) {
  std::vector<long long> values;
  const std::string name = argument_name(number);
  const std::string* text = nullptr;
  for (const auto& [given, domain] : bounds.values) {
    if (given == name) text = &domain;
  }
  if (text != nullptr) {
    for (const std::string& item : runtime::split_items(*text)) add_range(name, item, kind, values);
    return values;
  }
  if (kind == ArgumentKind::Bool) return {0, 1};
  if (bounds.size < 0)
    throw std::invalid_argument(name + " has no bounds: give a size, or .values = {{\"" + name +
                                "\", \"0..3\"}}");
  const long long first = kind == ArgumentKind::Char ? 'a' : 0;
  const long long count = kind == ArgumentKind::Char ? bounds.size : bounds.size + 1;
  for (long long i = 0; i < count; ++i) values.push_back(first + i);
  return values;
}

Bounds without_arguments(const Bounds& bounds) {
  Bounds out = bounds;
  std::erase_if(out.values, [](const auto& each) {
    const bool is_argument = each.first.starts_with(kArgument);
    return is_argument && each.first.find("::") == std::string::npos;
  });
  return out;
}

}  // namespace fretsaw::detail
