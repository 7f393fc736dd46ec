// SPDX-License-Identifier: MIT
#include "cpp/code/template_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace fretsaw::code {

namespace {

// The template's parameters in order, each with its kind.
std::vector<CXCursor> parameters_of(CXCursor pattern) {
  std::vector<CXCursor> out;
  for_each_child(pattern, [&](CXCursor child) {
    const CXCursorKind kind = clang_getCursorKind(child);
    if (kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
        kind == CXCursor_TemplateTemplateParameter)
      out.push_back(child);
    return CXChildVisit_Continue;
  });
  return out;
}

std::string type_name(const std::string& name, const std::string& type) {
  return fmt::format("using {} = {};\n", name, type);
}

std::string value_name(CXCursor parameter, const std::string& value) {
  const std::string type = spelling(clang_getCursorType(parameter));
  const bool is_deduced = type.find("auto") != std::string::npos;
  return is_deduced ? fmt::format("static constexpr auto {} = {};\n", spelling(parameter), value)
                    : fmt::format("static constexpr {0} {1} = static_cast< {0} >({2});\n", type,
                                  spelling(parameter), value);
}

// Numbers, enumerators, characters and truth values: the rest has no value that could be written down.
std::optional<std::string> value_of(CXCursor specialization, unsigned index) {
  if (clang_Cursor_getTemplateArgumentKind(specialization, index) != CXTemplateArgumentKind_Integral)
    return std::nullopt;
  const long long value = clang_Cursor_getTemplateArgumentValue(specialization, index);
  if (value >= 0) return fmt::format("{}", value);
  return fmt::format("static_cast<long long>({}ULL)", static_cast<unsigned long long>(value));
}

std::vector<std::string> arguments_in(std::string_view instance) {
  std::vector<std::string> out;
  const std::size_t open = instance.find('<');
  if (open == std::string_view::npos || !instance.ends_with('>')) return out;
  const std::string_view list = instance.substr(open + 1, instance.size() - open - 2);
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || (depth != 0 && i < list.size())) continue;
    out.emplace_back(list.substr(begin, i - begin));
    begin = i + 1;
  }
  return out;
}

}  // namespace

std::string template_names(CXType specialization) {
  const CXCursor declaration = clang_getTypeDeclaration(canonical(specialization));
  const CXCursor around = clang_getCursorSemanticParent(declaration);
  const CXCursorKind kind = clang_getCursorKind(around);
  std::string out;
  if (kind == CXCursor_ClassDecl || kind == CXCursor_StructDecl)
    out += template_names(clang_getCursorType(around));
  const CXCursor pattern = clang_getSpecializedCursorTemplate(declaration);
  // The parameters of a partial specialization are not those that the arguments are for.
  if (clang_Cursor_isNull(pattern) != 0 || clang_getCursorKind(pattern) != CXCursor_ClassTemplate) return out;
  const std::vector<CXCursor> parameters = parameters_of(pattern);
  if (clang_Cursor_getNumTemplateArguments(declaration) != static_cast<int>(parameters.size())) return out;
  for (unsigned i = 0; i < parameters.size(); ++i) {
    const std::string name = spelling(parameters[i]);
    if (name.empty()) continue;
    const CXTemplateArgumentKind argument = clang_Cursor_getTemplateArgumentKind(declaration, i);
    if (argument == CXTemplateArgumentKind_Type)
      out += type_name(
          name, spelling(clang_getCanonicalType(clang_Cursor_getTemplateArgumentType(declaration, i))));
    else if (const auto value = value_of(declaration, i))
      out += value_name(parameters[i], *value);
  }
  return out;
}

std::string template_names(CXCursor function_template, const std::string& instance) {
  const std::vector<CXCursor> parameters = parameters_of(function_template);
  const std::vector<std::string> arguments = arguments_in(instance);
  std::string out;
  for (std::size_t i = 0; i < std::min(parameters.size(), arguments.size()); ++i) {
    const std::string name = spelling(parameters[i]);
    const CXCursorKind kind = clang_getCursorKind(parameters[i]);
    if (name.empty() || kind == CXCursor_TemplateTemplateParameter) continue;
    out += kind == CXCursor_TemplateTypeParameter ? type_name(name, arguments[i])
                                                  : value_name(parameters[i], arguments[i]);
  }
  return out;
}

}  // namespace fretsaw::code
