// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include "cpp/space/child/names.hpp"
#include "cpp/space/child/setup.hpp"
#include "fretsaw/inputs.hpp"

namespace fretsaw::detail {

namespace {

constexpr const char* kArgument = "argument";

std::string argument_name(std::size_t number) { return kArgument + std::to_string(number); }

[[noreturn]] void refuse_argument(const std::string& name, const std::string& item) {
  throw std::invalid_argument("invalid value '" + item + "' for '" + name +
                              "': expected a number or a range");
}

long long one_value(const std::string& name, const std::string& item, ArgumentKind kind) {
  if (kind == ArgumentKind::Bool && (item == "true" || item == "false")) return item == "true" ? 1 : 0;
  const bool is_quoted = item.size() == 3 && item.front() == '\'' && item.back() == '\'';
  if (kind == ArgumentKind::Char && (is_quoted || item.size() == 1)) return item[is_quoted ? 1 : 0];
  const auto number = space::whole_number<long long>(item);
  if (!number) refuse_argument(name, item);
  return *number;
}

// "1..3"
std::pair<long long, long long> range_of(const std::string& name, const std::string& item,
                                         ArgumentKind kind) {
  const std::size_t dots = item.find("..");
  const long long low = one_value(name, item.substr(0, dots), kind);
  const long long high = dots == std::string::npos ? low : one_value(name, item.substr(dots + 2), kind);
  constexpr unsigned long long kMaxValues = 10'000'000;
  const auto count = static_cast<unsigned long long>(high) - static_cast<unsigned long long>(low);
  if (high < low || count > kMaxValues) refuse_argument(name, item);
  return {low, high};
}

void add_values(const std::string& name, const ArgumentType& type, long long low, long long high,
                std::vector<long long>& values) {
  for (const long long value : {low, high}) {
    if (value < type.min_value || value > type.max_value)
      throw std::invalid_argument("invalid value '" + std::to_string(value) + "' for '" + name +
                                  "': out of range for its type");
  }
  for (long long value = low;; ++value) {
    values.push_back(value);
    if (value == high) return;
  }
}

void drop_repeated(std::vector<long long>& values) {
  std::set<long long> seen;
  std::erase_if(values, [&](long long value) { return !seen.insert(value).second; });
}

}  // namespace

std::vector<long long> argument_values(const Bounds& bounds, std::size_t number, const ArgumentType& type) {
  std::vector<long long> values;
  const std::string name = argument_name(number);
  const std::string* text = nullptr;
  for (const auto& [given, domain] : bounds.values) {
    if (given == name) text = &domain;
  }
  if (text != nullptr) {
    for (const std::string& item : space::split_items(*text)) {
      const auto [low, high] = range_of(name, item, type.kind);
      add_values(name, type, low, high, values);
    }
    drop_repeated(values);
    return values;
  }
  if (type.kind == ArgumentKind::Bool) return {0, 1};
  if (bounds.size < 0)
    throw std::invalid_argument("no bounds for '" + name + "': set .size, or .values = {{\"" + name +
                                "\", \"0..3\"}}");
  const long long first = type.kind == ArgumentKind::Char ? 'a' : 0;
  const long long count = type.kind == ArgumentKind::Char ? bounds.size : bounds.size + 1;
  if (count > 0) add_values(name, type, first, first + count - 1, values);
  return values;
}

Bounds without_arguments(const Bounds& bounds, std::size_t arguments) {
  Bounds out = bounds;
  std::erase_if(out.values, [&](const auto& each) {
    const std::string& name = each.first;
    if (!name.starts_with(kArgument) || name.find("::") != std::string::npos) return false;
    const auto number = space::whole_number<std::size_t>(name.substr(std::string(kArgument).size()));
    if (!number || *number < 1 || *number > arguments)
      throw std::invalid_argument("unknown argument '" + name + "': expected argument1" +
                                  (arguments == 1 ? "" : " to " + argument_name(arguments)));
    return true;
  });
  return out;
}

}  // namespace fretsaw::detail
