// SPDX-License-Identifier: MIT
#include "cpp/code/views.hpp"

#include <fmt/format.h>

#include <cctype>
#include <set>
#include <string_view>

namespace fretsaw::code {

void unwrap_view(Parameter& parameter) {
  const bool may_be_set = parameter.passing != Passing::Value && !parameter.is_fixed;
  if (may_be_set) return;
  constexpr std::string_view kString = "std::basic_string_view<char>", kSpan = "std::span<";
  const std::string view = parameter.type;
  bool is_const = true;
  if (view == kString) {
    parameter.type = "std::basic_string<char>";
  } else if (view.starts_with(kSpan) && view.find(',') == std::string::npos) {
    std::string element = view.substr(kSpan.size(), view.size() - kSpan.size() - 1);
    constexpr std::string_view kConst = "const ";
    is_const = element.starts_with(kConst) && !element.ends_with('*');
    const bool is_fixed_pointer = element.ends_with(" *const");
    if (is_const) element = element.substr(kConst.size());
    if (is_fixed_pointer) element.resize(element.size() - std::string_view("const").size());
    if (element == "bool") return;  // a vector of these has no contiguous elements
    is_const = is_const || is_fixed_pointer;
    parameter.type = fmt::format("std::vector<{}>", element);
  } else {
    return;
  }
  parameter.view = view;
  parameter.passing = Passing::Reference;
  parameter.is_const = parameter.is_fixed = is_const;
}

std::string held_name(const Parameter& parameter) {
  std::string out = "fretsaw_held_";
  for (const char each : parameter.type)
    out += std::isalnum(static_cast<unsigned char>(each))
               ? std::string(1, each)
               : fmt::format("_{:x}_", static_cast<unsigned char>(each));
  return out;
}

static const char* header_of(const Parameter& parameter) {
  return parameter.type.starts_with("std::vector<") ? "vector" : "string";
}

// Its size is asked for so that it is instantiated.
std::string held_text(const Parameter& parameter) {
  return fmt::format("#include <{0}>\nusing {1} = {2};\nstatic const unsigned long {1}_size = sizeof({1});\n",
                     header_of(parameter), held_name(parameter), parameter.type);
}

std::string held_headers(const Classes& classes) {
  std::set<std::string> headers;
  for (const Callable& callable : classes.callables) {
    for (const Parameter& parameter : callable.parameters) {
      if (callable.frame >= 0 && !parameter.view.empty()) headers.insert(header_of(parameter));
    }
  }
  std::string out;
  for (const std::string& header : headers) out += fmt::format("#include <{}>\n", header);
  return out;
}

}  // namespace fretsaw::code
