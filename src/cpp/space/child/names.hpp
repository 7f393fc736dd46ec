// SPDX-License-Identifier: MIT
// How bounds name classes and fields.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fretsaw::space {

// "Tree::Node::left" is the field "left" of the class "Tree::Node"; the separator is the last "::" outside of
// <>. Without one, class_name is empty.
struct FieldName {
  std::string class_name;
  std::string field;  // may go on with ".member" or ".length"
};
FieldName split_field_name(std::string_view name);

// True if `given` is `full` or what is left of it without some of its enclosing scopes, and without all
// arguments of templates if it has none.
bool names_class(std::string_view given, std::string_view full);

// True if `given` is the field's name, give or take what some styles decorate members with: size_, m_size,
// _size.
bool names_field(std::string_view given, std::string_view full);

// Items separated by commas outside of <> and quotes, without surrounding blanks.
std::vector<std::string> split_items(std::string_view text);

// --values FIELD=VALUES, in double quotes where a shell requires them.
std::string values_option(std::string_view field, std::string_view values);

std::string join(const std::vector<std::string>& items, std::string_view separator);

}  // namespace fretsaw::space
