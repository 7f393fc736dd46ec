// SPDX-License-Identifier: MIT
#include "cpp/space/child/names.hpp"

namespace fretsaw::space {

namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// The name without what decorates it as a member.
std::string_view plain(std::string_view name) {
  if (name.starts_with("m_")) name.remove_prefix(2);
  while (name.size() > 1 && name.front() == '_') name.remove_prefix(1);
  while (name.size() > 1 && name.back() == '_') name.remove_suffix(1);
  return name;
}

std::string without_arguments(const std::string& text) {
  std::string out;
  int depth = 0;
  for (const char c : text) {
    if (c == '<') ++depth;
    if (depth == 0) out += c;
    if (c == '>') --depth;
  }
  return out;
}

std::string without_blanks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ') out += c;
  }
  return out;
}

// Where the character that begins here, as C++ writes them, ends; `begin` if none does.
std::size_t end_of_character(std::string_view text, std::size_t begin) {
  if (text[begin] != '\'' || begin + 2 >= text.size()) return begin;
  const bool is_escaped = text[begin + 1] == '\\';
  if (!is_escaped) return text[begin + 2] == '\'' ? begin + 2 : begin;
  const std::size_t end = text.find('\'', begin + 3);
  return end != std::string_view::npos ? end : begin;
}

}  // namespace

FieldName split_field_name(std::string_view name) {
  name = trim(name);
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 1;) {
    if (name[i] == '>') ++depth;
    if (name[i] == '<') --depth;
    if (depth == 0 && name[i] == ':' && name[i - 1] == ':') {
      return {std::string(trim(name.substr(0, i - 1))), std::string(name.substr(i + 1))};
    }
  }
  return {"", std::string(name)};
}

bool names_class(std::string_view given, std::string_view full) {
  const std::string g = without_blanks(given);
  // "AVL::Node" is a name of "AVL<int>::Node".
  const bool has_arguments = given.find('<') != std::string_view::npos;
  const std::string f = has_arguments ? without_blanks(full) : without_arguments(without_blanks(full));
  if (g.empty() || !std::string_view(f).ends_with(g)) return false;
  const std::size_t rest = f.size() - g.size();
  return rest == 0 || (rest >= 2 && f[rest - 1] == ':' && f[rest - 2] == ':');
}

bool names_field(std::string_view given, std::string_view full) {
  return given == full || plain(given) == plain(full);
}

std::vector<std::string> split_items(std::string_view text) {
  std::vector<std::string> items;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const bool at_end = i == text.size();
    if (const std::size_t end = at_end ? i : end_of_character(text, i); end != i) {
      i = end;
      continue;
    }
    if (!at_end && text[i] == '<') ++depth;
    if (!at_end && text[i] == '>') --depth;
    if (at_end || (text[i] == ',' && depth == 0)) {
      items.emplace_back(trim(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  return items;
}

std::string values_option(std::string_view field, std::string_view values) {
  std::string bound(field);
  bound.append("=").append(values);
  const bool is_plain = bound.find_first_of("<>()&*#' ") == std::string::npos;
  return is_plain ? "--values " + bound : "--values \"" + bound + "\"";
}

std::string join(const std::vector<std::string>& items, std::string_view separator) {
  std::string out;
  for (const std::string& item : items) {
    if (!out.empty()) out += separator;
    out += item;
  }
  return out;
}

}  // namespace fretsaw::space
